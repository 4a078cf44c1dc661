// coverage -- what Verilator's models call to register their points (--coverage-line and
// --coverage-toggle), in the place of its own verilated_cov.cpp. That keeps maps of texts for every
// instance, a second and 10 MB each; here the texts of a plug-in are kept once, of an instance the
// places of its counters alone. Included once by a shim, behind instance.hpp.
//
// A point of a module that is there several times is registered several times, and points that are
// always reached together (a signal and the port that it is joined to) may share a counter.

#ifndef NOC_COVERAGE_HPP
#define NOC_COVERAGE_HPP

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "dut/dut.h"
#include "verilated_cov.h"

namespace {

// Those of all instances: the first one fills it.
std::vector<dut_point_t> points;

}  // namespace

// Verilator's name for what stands behind a context's coverage.
class VerilatedCovImp final : public VerilatedCovContext {
 public:
  std::vector<uint32_t *> counter;  // of every point
  bool started = false;             // the first reset was there
  bool fresh = false;               // the point inserted last was not known yet

  VerilatedCovImp() = default;
  ~VerilatedCovImp() override = default;

  void insert(uint32_t *count) {
    *count = 0;
    counter.push_back(count);
    fresh = points.size() < counter.size();
    if (fresh) {
      points.push_back({"", "", "", "", 0, 0});
    }
  }
  // A property of the point inserted last. `value` stays.
  void put(const char *key, const char *value) {
    dut_point_t &p = points[counter.size() - 1];
    if (key == nullptr || value == nullptr) {
      return;
    }
    if (std::strcmp(key, "filename") == 0) {
      p.file = value;
    } else if (std::strcmp(key, "page") == 0) {
      p.page = value;
    } else if (std::strcmp(key, "comment") == 0) {
      p.what = value;
    } else if (std::strcmp(key, "linescov") == 0) {
      p.lines = value;
    } else if (std::strcmp(key, "lineno") == 0) {
      p.line = static_cast<unsigned>(std::strtoul(value, nullptr, 10));
    } else if (std::strcmp(key, "column") == 0) {
      p.column = static_cast<unsigned>(std::strtoul(value, nullptr, 10));
    }
  }
};

VerilatedCovContext *VerilatedContext::coveragep() {
  if (!m_coveragep) {
    m_coveragep.reset(new VerilatedCovImp);
  }
  return static_cast<VerilatedCovContext *>(m_coveragep.get());
}

void VerilatedCovContext::_inserti(uint32_t *count) {
  impp()->insert(count);
}

void VerilatedCovContext::_insertf(const char *, int) {
  // The place in the generated code.
}

#define PAIR(n) const char *key##n, const char *value##n
void VerilatedCovContext::_insertp(PAIR(0), PAIR(1), PAIR(2), PAIR(3), PAIR(4), PAIR(5), PAIR(6),
                                   PAIR(7), PAIR(8), PAIR(9)) {
  if (!impp()->fresh) {
    return;
  }
  const char *const pairs[][2] = {{key0, value0}, {key1, value1}, {key2, value2}, {key3, value3},
                                  {key4, value4}, {key5, value5}, {key6, value6}, {key7, value7},
                                  {key8, value8}, {key9, value9}};
  for (const auto &pair : pairs) {
    impp()->put(pair[0], pair[1]);
  }
}

// The one that models call: line and column are numbers.
void VerilatedCovContext::_insertp(PAIR(0), PAIR(1), const char *key2, int value2, const char *key3,
                                   int value3, const char *key4, const std::string &, PAIR(5),
                                   PAIR(6), PAIR(7)) {
  if (!impp()->fresh) {
    return;  // an instance before this one has told it
  }
  const std::string line = std::to_string(value2);
  const std::string column = std::to_string(value3);
  _insertp(key0, value0, key1, value1, key2, line.c_str(), key3, column.c_str(), key4, nullptr,
           key5, value5, key6, value6, key7, value7, nullptr, nullptr, nullptr, nullptr);
}
#undef PAIR

namespace {

VerilatedCovImp &coverage_of(Instance *d) {
  return *static_cast<VerilatedCovImp *>(d->context.coveragep());
}

// Whether this is the first reset of an instance.
bool coverage_starts(Instance *d) {
  VerilatedCovImp &c = coverage_of(d);
  const bool starts = !c.started;
  c.started = true;
  return starts;
}

void coverage_zero(Instance *d) {
  for (uint32_t *count : coverage_of(d).counter) {
    *count = 0;
  }
}

const dut_point_t *coverage_points(void *dut, size_t *count) {
  *count = coverage_of(static_cast<Instance *>(dut)).counter.size();
  return points.data();
}

void coverage_add(void *dut, uint64_t *counts) {
  for (const uint32_t *count : coverage_of(static_cast<Instance *>(dut)).counter) {
    *counts++ += *count;
  }
}

}  // namespace

#endif
