// shim -- a Verilated foreign module behind the C ABI of model.h. It hands out where the pins lie.
//
// Compiled by foreign/model_build.c, in one translation unit with what Verilator generated (class
// Vforeign), with
//   FOREIGN_TOP   "my_router"
//   FOREIGN_PINS  "table.h": a row PIN(member, name, output, bits, elements) for each pin

#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "sources.h"

#define MODEL Vforeign
#include "dut/instance.hpp"
#include "foreign/model.h"

namespace {

template <class Pin>
constexpr uint32_t bytes_of() {
  return sizeof(std::remove_all_extents_t<std::remove_reference_t<Pin>>);
}

#define PIN(member, name, output, bits, elements) \
  {name, output, bits, elements, bytes_of<decltype(Vforeign::member)>()},
const foreign_pin_t kPins[] = {
#include FOREIGN_PINS
};
#undef PIN
constexpr uint32_t kCount = sizeof kPins / sizeof kPins[0];

void *foreign_place(void *instance, uint32_t pin) {
  Vforeign &m = *static_cast<Instance *>(instance)->model;
  void *const place[] = {
#define PIN(member, name, output, bits, elements) static_cast<void *>(&m.member),
#include FOREIGN_PINS
#undef PIN
  };
  return place[pin];
}

void *foreign_create(const char *name, uint32_t seed) {
  Instance *d = instance_create(name, seed);
  for (uint32_t i = 0; d != nullptr && i < kCount; i++) {
    if (!kPins[i].output) {
      std::memset(foreign_place(d, i), 0, std::size_t{kPins[i].bytes} * kPins[i].elements);
    }
  }
  return d;
}

bool foreign_eval(void *instance) {
  Instance *d = static_cast<Instance *>(instance);
  if (d->told) {
    d->told = false;
    d->failed[0] = '\0';
  }
  return instance_eval(d);
}

const char *foreign_failed(void *instance) {
  Instance *d = static_cast<Instance *>(instance);
  if (d->failed[0] == '\0' || d->told) {
    return nullptr;
  }
  d->told = true;
  return d->failed;
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) extern const foreign_api_t foreign_model;
const foreign_api_t foreign_model = {
    FOREIGN_ABI,   FOREIGN_TOP,  kCount,         kPins,         foreign_create,
    foreign_place, foreign_eval, foreign_failed, instance_free,
};
}
