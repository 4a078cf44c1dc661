// modules -- see modules.h.

#include "modules.h"

#include <algorithm>

#include "open.h"

namespace nocstep {

parts::parts(const std::string &file, const std::vector<std::string> &sets)
    : network_(open_with(nocstep_open_parts, file, sets)) {
}

parts::~parts() {
  nocstep_close(network_);
}

std::uint32_t parts::routers() const {
  return nocstep_routers(network_);
}

std::uint32_t parts::nodes() const {
  return nocstep_nodes(network_);
}

unsigned parts::link_latency() const {
  return nocstep_link_latency(network_);
}

std::string parts::name(nocstep_component_t component, std::uint32_t id) const {
  char text[64];
  return nocstep_part_name(network_, component, id, text, sizeof text);
}

nocstep_t *parts::handle() const {
  return network_;
}

// --- what both do --------------------------------------------------------------------------------

static nocstep_part_t *find(const parts &of, nocstep_component_t kind, std::uint32_t id) {
  nocstep_part_t *p = nocstep_find_part(of.handle(), kind, id);
  if (p == nullptr) {
    stop(bad_scenario, std::string(kind == NOCSTEP_ROUTER ? "router " : "interface ") +
                           std::to_string(id) + " is not in the network");
  }
  return p;
}

component::component(sc_core::sc_module_name name, const parts &of, nocstep_component_t kind,
                     std::uint32_t id)
    : sc_module(name),
      clock("clock"),
      part_(find(of, kind, id)),
      pins_(*nocstep_part_pins(part_)),
      of_(of) {
}

void component::step() {
  if (!nocstep_part_step(part_) && of_.reports && !failed_) {
    failed_ = true;
    sc_core::sc_stop();
    SC_REPORT_ERROR(failed_check, (std::string(name()) + ": " + error()).c_str());
  }
}

std::string component::error() const {
  return nocstep_part_error(part_);
}

static void set_words(std::uint64_t *to, const payload &from, unsigned words) {
  std::copy_n(from.begin(), words, to);
}

static payload words_of(const std::uint64_t *from, unsigned words) {
  payload p = {};
  std::copy_n(from, words, p.begin());
  return p;
}

static void take_flit(const nocstep_pins_t &pins, unsigned port, const flit &f) {
  const unsigned bit = 1u << port;
  if (!f.valid) {
    *pins.in_valid = static_cast<std::uint16_t>(*pins.in_valid & ~bit);
    return;
  }
  *pins.in_valid = static_cast<std::uint16_t>(*pins.in_valid | bit);
  pins.in_vc[port] = f.vc;
  pins.in_kind[port] = f.kind;
  set_words(&pins.in_payload[port * pins.words], f.payload, pins.words);
}

static void take_credit(const nocstep_pins_t &pins, unsigned port, const credit &c) {
  const unsigned bit = 1u << port;
  const unsigned others = *pins.credit_in_valid & ~bit;
  *pins.credit_in_valid = static_cast<std::uint16_t>(c.valid ? others | bit : others);
  pins.credit_in_vc[port] = c.valid ? c.vc : pins.credit_in_vc[port];
}

static flit flit_at(const nocstep_pins_t &pins, unsigned port) {
  flit f;
  f.valid = (*pins.out_valid >> port & 1u) != 0;
  if (f.valid) {
    f.vc = pins.out_vc[port];
    f.kind = pins.out_kind[port];
    f.payload = words_of(&pins.out_payload[port * pins.words], pins.words);
  }
  return f;
}

static credit credit_at(const nocstep_pins_t &pins, unsigned port) {
  credit c;
  c.valid = (*pins.credit_out_valid >> port & 1u) != 0;
  c.vc = c.valid ? pins.credit_out_vc[port] : std::uint8_t{0};
  return c;
}

// --- router --------------------------------------------------------------------------------------

router::router(sc_core::sc_module_name name, const parts &of, std::uint32_t id)
    : component(name, of, NOCSTEP_ROUTER, id),
      in("in", pins_.ports),
      credit_out("credit_out", pins_.ports),
      out("out", pins_.ports),
      credit_in("credit_in", pins_.ports) {
  SC_HAS_PROCESS(router);
  SC_METHOD(edge);
  sensitive << clock.pos();
  dont_initialize();
}

void router::edge() {
  for (unsigned p = 0; p < pins_.ports; p++) {
    take_flit(pins_, p, in[p]->read());
    take_credit(pins_, p, credit_in[p]->read());
  }
  step();
  // A signal that is not valid, and was not, is as it should be.
  const std::uint32_t flits = *pins_.out_valid;
  const std::uint32_t credits = *pins_.credit_out_valid;
  for (std::uint32_t left = flits | shown_; left != 0; left &= left - 1) {
    const unsigned p = static_cast<unsigned>(__builtin_ctz(left));
    out[p]->write(flit_at(pins_, p));
  }
  for (std::uint32_t left = credits | credits_shown_; left != 0; left &= left - 1) {
    const unsigned p = static_cast<unsigned>(__builtin_ctz(left));
    credit_out[p]->write(credit_at(pins_, p));
  }
  shown_ = flits;
  credits_shown_ = credits;
}

// --- interface -----------------------------------------------------------------------------------

network_interface::network_interface(sc_core::sc_module_name name, const parts &of,
                                     std::uint32_t node)
    : component(name, of, NOCSTEP_INTERFACE, node),
      in("in"),
      credit_out("credit_out"),
      out("out"),
      credit_in("credit_in"),
      host("host"),
      host_ready("host_ready"),
      delivery("delivery", pins_.networks),
      host_takes("host_takes") {
  ready_ = *pins_.host_ready;
  host_ready.initialize(ready_);
  SC_HAS_PROCESS(network_interface);
  SC_METHOD(edge);
  sensitive << clock.pos();
  dont_initialize();
}

void network_interface::take_host() {
  const host_beat &b = host->read();
  *pins_.host_takes = static_cast<std::uint16_t>(host_takes->read());
  *pins_.host_valid = b.valid;
  if (!b.valid) {
    return;
  }
  *pins_.host_network = b.network;
  *pins_.host_type = b.type;
  *pins_.host_destination = b.destination;
  *pins_.host_message = b.message;
  *pins_.host_flits = b.flits;
  if (pins_.host_headers != nullptr) {
    *pins_.host_headers = b.headers;
  }
  if (pins_.host_age != nullptr) {
    *pins_.host_age = b.age;
  }
  set_words(pins_.host_data, b.data, pins_.words);
}

void network_interface::show_host() {
  if (ready_ != *pins_.host_ready) {
    ready_ = *pins_.host_ready;
    host_ready->write(ready_);
  }
  const std::uint32_t valid = *pins_.delivery_valid;
  for (std::uint32_t left = valid | deliveries_; left != 0; left &= left - 1) {
    const unsigned k = static_cast<unsigned>(__builtin_ctz(left));
    host_delivery d;
    d.valid = (valid >> k & 1u) != 0;
    if (d.valid) {
      d.vc = pins_.delivery_vc[k];
      d.kind = pins_.delivery_kind[k];
      d.type = pins_.delivery_type[k];
      d.source = pins_.delivery_source[k];
      d.message = pins_.delivery_message[k];
      d.data = words_of(&pins_.delivery_data[k * pins_.words], pins_.words);
    }
    delivery[k]->write(d);
  }
  deliveries_ = valid;
}

void network_interface::edge() {
  take_flit(pins_, 0, in->read());
  take_credit(pins_, 0, credit_in->read());
  take_host();
  step();
  if ((*pins_.out_valid | shown_) != 0) {
    out->write(flit_at(pins_, 0));
  }
  if ((*pins_.credit_out_valid | credits_shown_) != 0) {
    credit_out->write(credit_at(pins_, 0));
  }
  shown_ = *pins_.out_valid;
  credits_shown_ = *pins_.credit_out_valid;
  show_host();
}

// --- link ----------------------------------------------------------------------------------------

long_link::long_link(sc_core::sc_module_name name, unsigned latency)
    : sc_module(name),
      clock("clock"),
      in("in"),
      out("out"),
      credit_in("credit_in"),
      credit_out("credit_out"),
      flits_(latency - 1),
      credits_(latency - 1) {
  SC_HAS_PROCESS(long_link);
  SC_METHOD(edge);
  sensitive << clock.pos();
  dont_initialize();
}

// Shows at an edge what came in latency - 2 edges before; the receiver sees it at the next.
void long_link::edge() {
  flits_[at_] = in->read();
  credits_[at_] = credit_in->read();
  at_ = (at_ + 1) % flits_.size();
  out->write(flits_[at_]);
  credit_out->write(credits_[at_]);
}

}  // namespace nocstep
