// flit -- what goes over the links and host ports of routers and interfaces as modules, each the
// value of one signal. One that is not valid equals every other that is not.

#ifndef NOCSTEP_SYSTEMC_FLIT_H
#define NOCSTEP_SYSTEMC_FLIT_H

#include <nocstep_parts.h>

#include <array>
#include <cstdint>
#include <ostream>
#include <string>
#include <systemc>

namespace nocstep {

// The first words that a flit has are used, the others are 0.
using payload = std::array<std::uint64_t, NOCSTEP_MAX_WORDS>;

struct flit {
  bool valid = false;
  std::uint8_t vc = 0;
  std::uint8_t kind = 0;  // bit 0: first flit of its packet, bit 1: last
  nocstep::payload payload = {};
};

struct credit {
  bool valid = false;
  std::uint8_t vc = 0;
};

// A beat that a host offers its interface, which takes it if the virtual network is ready.
struct host_beat {
  bool valid = false;
  std::uint8_t network = 0;
  std::uint8_t type = 0;  // of the packet: this and what follows up to the data in its first beat
  std::uint32_t destination = 0;  // address: nocstep_address()
  std::uint16_t message = 0;
  std::uint16_t flits = 0;
  std::uint8_t headers = 0;
  std::uint32_t age = 0;
  nocstep::payload data = {};
};

// A beat that an interface offers its host, one a virtual network.
struct host_delivery {
  bool valid = false;
  std::uint8_t vc = 0;
  std::uint8_t kind = 0;
  std::uint8_t type = 0;
  std::uint32_t source = 0;  // address
  std::uint16_t message = 0;
  nocstep::payload data = {};
};

bool operator==(const flit &a, const flit &b);
bool operator==(const credit &a, const credit &b);
bool operator==(const host_beat &a, const host_beat &b);
bool operator==(const host_delivery &a, const host_delivery &b);

// "head vc 1 0x2a", "vc 1", "-".
std::ostream &operator<<(std::ostream &out, const flit &f);
std::ostream &operator<<(std::ostream &out, const credit &c);
std::ostream &operator<<(std::ostream &out, const host_beat &b);
std::ostream &operator<<(std::ostream &out, const host_delivery &d);

// NAME.valid, NAME.vc, ..
void sc_trace(sc_core::sc_trace_file *file, const flit &f, const std::string &name);
void sc_trace(sc_core::sc_trace_file *file, const credit &c, const std::string &name);
void sc_trace(sc_core::sc_trace_file *file, const host_beat &b, const std::string &name);
void sc_trace(sc_core::sc_trace_file *file, const host_delivery &d, const std::string &name);

}  // namespace nocstep

#endif
