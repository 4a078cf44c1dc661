// flit -- see flit.h.

#include "flit.h"

#include <ios>

namespace nocstep {

// --- equal ---------------------------------------------------------------------------------------

bool operator==(const flit &a, const flit &b) {
  return a.valid == b.valid &&
         (!a.valid || (a.vc == b.vc && a.kind == b.kind && a.payload == b.payload));
}

bool operator==(const credit &a, const credit &b) {
  return a.valid == b.valid && (!a.valid || a.vc == b.vc);
}

bool operator==(const host_beat &a, const host_beat &b) {
  return a.valid == b.valid &&
         (!a.valid ||
          (a.network == b.network && a.type == b.type && a.destination == b.destination &&
           a.message == b.message && a.flits == b.flits && a.headers == b.headers &&
           a.age == b.age && a.data == b.data));
}

bool operator==(const host_delivery &a, const host_delivery &b) {
  return a.valid == b.valid &&
         (!a.valid || (a.vc == b.vc && a.kind == b.kind && a.type == b.type &&
                       a.source == b.source && a.message == b.message && a.data == b.data));
}

// --- text ----------------------------------------------------------------------------------------

static const char *const kKinds[] = {"body", "head", "tail", "single"};

static void put(std::ostream &out, const payload &data) {
  unsigned words = NOCSTEP_MAX_WORDS;
  while (words > 1 && data[words - 1] == 0) {
    words--;
  }
  out << "0x" << std::hex << data[words - 1];
  for (unsigned w = words - 1; w-- > 0;) {
    const char fill = out.fill('0');
    out << '_';
    out.width(16);
    out << data[w];
    out.fill(fill);
  }
  out << std::dec;
}

std::ostream &operator<<(std::ostream &out, const flit &f) {
  if (!f.valid) {
    return out << '-';
  }
  out << kKinds[f.kind & 3u] << " vc " << unsigned{f.vc} << ' ';
  put(out, f.payload);
  return out;
}

std::ostream &operator<<(std::ostream &out, const credit &c) {
  return c.valid ? out << "vc " << unsigned{c.vc} : out << '-';
}

std::ostream &operator<<(std::ostream &out, const host_beat &b) {
  if (!b.valid) {
    return out << '-';
  }
  out << "network " << unsigned{b.network} << " type " << unsigned{b.type} << " to "
      << b.destination << " message " << b.message << " flits " << b.flits << ' ';
  put(out, b.data);
  return out;
}

std::ostream &operator<<(std::ostream &out, const host_delivery &d) {
  if (!d.valid) {
    return out << '-';
  }
  out << kKinds[d.kind & 3u] << " vc " << unsigned{d.vc} << " type " << unsigned{d.type} << " from "
      << d.source << " message " << d.message << ' ';
  put(out, d.data);
  return out;
}

// --- waves ---------------------------------------------------------------------------------------

static void trace(sc_core::sc_trace_file *file, const payload &data, const std::string &name) {
  for (std::size_t w = 0; w < data.size(); w++) {
    sc_core::sc_trace(file, data[w], name + std::to_string(w), 64);
  }
}

void sc_trace(sc_core::sc_trace_file *file, const flit &f, const std::string &name) {
  sc_core::sc_trace(file, f.valid, name + ".valid");
  sc_core::sc_trace(file, f.vc, name + ".vc", 4);
  sc_core::sc_trace(file, f.kind, name + ".kind", 2);
  trace(file, f.payload, name + ".payload");
}

void sc_trace(sc_core::sc_trace_file *file, const credit &c, const std::string &name) {
  sc_core::sc_trace(file, c.valid, name + ".valid");
  sc_core::sc_trace(file, c.vc, name + ".vc", 4);
}

void sc_trace(sc_core::sc_trace_file *file, const host_beat &b, const std::string &name) {
  sc_core::sc_trace(file, b.valid, name + ".valid");
  sc_core::sc_trace(file, b.network, name + ".network", 4);
  sc_core::sc_trace(file, b.type, name + ".type", 4);
  sc_core::sc_trace(file, b.destination, name + ".destination", 32);
  sc_core::sc_trace(file, b.message, name + ".message", 16);
  sc_core::sc_trace(file, b.flits, name + ".flits", 16);
  trace(file, b.data, name + ".data");
}

void sc_trace(sc_core::sc_trace_file *file, const host_delivery &d, const std::string &name) {
  sc_core::sc_trace(file, d.valid, name + ".valid");
  sc_core::sc_trace(file, d.vc, name + ".vc", 4);
  sc_core::sc_trace(file, d.kind, name + ".kind", 2);
  sc_core::sc_trace(file, d.type, name + ".type", 4);
  sc_core::sc_trace(file, d.source, name + ".source", 32);
  sc_core::sc_trace(file, d.message, name + ".message", 16);
  trace(file, d.data, name + ".data");
}

}  // namespace nocstep
