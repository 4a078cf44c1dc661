// shim -- any Verilated unit behind the C ABI of dut.h. It only converts: words to ports, a clock
// cycle to two evaluations, an assertion to a text.
//
// Compiled once a shape by plugin.c, in one translation unit with what Verilator generated, with
//   DUT_UNIT         "router"
//   DUT_DESCRIPTION  parameters, for people
//   DUT_DEF          "shape/router_state.def": the unit's state list
//   DUT_SHAPE        the values of noc_shape_t in the order of its fields: widths are constants
//   DUT_SOURCES      "dut_sources.h": includes the generated model Vdut
//   DUT_BANK         1: banks are made of the unit, and it works on their arrays too
// An IN field `x` of the list is the port `x_i`, every other field is `x_o`. A unit without clk_i
// is combinational: it is evaluated once and has no OUT and REG fields. A field with a count of 0
// is not looked at. With DUT_WATCHED 1 the ports of all modules can be read (watched.vlt keeps
// them). With DUT_COVERED 1 lines and toggles are counted (coverage.hpp).

#include <cstdio>
#include <cstring>

#include "dut/assertions.hpp"
#include DUT_SOURCES
#if DUT_WATCHED
#include "verilated_syms.h"
#endif

#define MODEL Vdut
#include "dut/dut.h"
#include "dut/instance.hpp"
#include "shape/shape.h"
#if DUT_COVERED
#include "dut/coverage.hpp"
#endif

namespace {

constexpr noc_shape_t kShape = {DUT_SHAPE};
constexpr const noc_shape_t *s = &kShape;

constexpr uint32_t words_of(uint64_t bits, uint64_t count) {
  return static_cast<uint32_t>((bits * count + 31) / 32);
}

}  // namespace

#define WORDS_OF(bits, by) words_of(bits, DIMENSIONS_COUNT(by))
#define PIN(name, side)    m.name##side
// A plug-in that is compiled fast runs few cycles.
#ifdef __OPTIMIZE__
#include "dut/fields_straight.hpp"
#else
#include "dut/fields_table.hpp"
#endif

namespace {

// Ports that not every unit has. The second overload is the worse match: it is taken when the port
// does not exist.
template <class Model>
inline auto set_clock(Model &m, CData level, int) -> decltype(m.clk_i, bool()) {
  m.clk_i = level;
  return true;
}
template <class Model>
inline bool set_clock(Model &, CData, long) {
  return false;
}
template <class Model>
inline auto set_reset(Model &m, CData level, int) -> decltype(m.rst_i, void()) {
  m.rst_i = level;
}
template <class Model>
inline void set_reset(Model &, CData, long) {
}
template <class Model>
inline auto set_mutant(Model &m, uint32_t mutant, int) -> decltype(m.mutsel, bool()) {
  m.mutsel = static_cast<std::remove_reference_t<decltype(m.mutsel)>>(mutant);
  return true;
}
template <class Model>
inline bool set_mutant(Model &, uint32_t, long) {
  return false;
}

template <class Settled>
inline void cycle(Instance *d, const uint32_t *in, uint32_t *state, Settled settled) {
  Vdut &m = *d->model;
  d->rests = false;
  apply(*m.rootp, in);
  set_clock(m, 0, 0);
  instance_eval(d);
  state = take_wires(*m.rootp, state);
  settled();
  if (set_clock(m, 1, 0)) {
    instance_eval(d);
  }
  take_registers(*m.rootp, state);
}

// ---- On the arrays of a bank

#if DUT_BANK
// Whether the model has inputs to settle and one trigger, the rising clock, by the names that
// Verilator gives them. Then eval() with the clock low settles the inputs, eval() with it high does
// that again and comes to the edge: the two parts are called one after the other, once. Else both
// evaluations take place.
template <class Root>
auto find_edge(Root *r, int)
    -> decltype(Vdut___024root___eval_ico(r), Vdut___024root___eval_act(r),
                Vdut___024root___eval_nba(r), r->__VicoTriggered.at(0), r->__Vtrigrprev__TOP__clk_i,
                std::is_same<decltype(r->__VnbaTriggered), VlTriggerVec<1>>());
template <class Root>
std::false_type find_edge(Root *r, long);
constexpr bool kOneEdge = decltype(find_edge(Vdut::rootp, 0))::value;

template <class Root>
inline void settle(Instance *d, Root *r) {
  if constexpr (kOneEdge) {
    current = d;
    r->clk_i = 0;
    r->__Vtrigrprev__TOP__clk_i = 0;
    r->__VicoTriggered.at(0) = 1;
    Vdut___024root___eval_ico(r);
  } else {
    set_clock(*r, 0, 0);
    instance_eval(d);
  }
}

template <class Root>
inline void rise(Instance *d, Root *r) {
  if constexpr (kOneEdge) {
    r->clk_i = 1;
    r->__Vtrigrprev__TOP__clk_i = 1;
    r->__VactTriggered.at(0) = 1;
    r->__VnbaTriggered.at(0) = 1;
    Vdut___024root___eval_act(r);
    Vdut___024root___eval_nba(r);
  } else {
    set_clock(*r, 1, 0);
    instance_eval(d);
  }
}

void dut_cycle(void *dut, const void *arrays, uint32_t member, uint32_t *state) {
  Instance *d = static_cast<Instance *>(dut);
  d->rests = false;
  put_arrays(d, arrays, member);
  try {
    settle(d, d->root);
    take_wires(*d->root, state);
    rise(d, d->root);
  } catch (const Unsettled &) {
    // Its text is that of a failure.
  }
}

// An evaluation is a function of the model's bytes, in which the inputs are. If it changes none,
// the next one with these inputs changes none either.
bool dut_cycle_busy(void *dut, const void *arrays, uint32_t member, uint32_t *state) {
  Instance *d = static_cast<Instance *>(dut);
  unsigned char before[sizeof *d->root];
  const bool same = same_arrays(d, arrays, member);
  if (same && d->rests) {
    return false;
  }
  if (same) {
    std::memcpy(before, static_cast<const void *>(d->root), sizeof before);
  }
  dut_cycle(dut, arrays, member, state);
  d->rests = same && std::memcmp(before, static_cast<const void *>(d->root), sizeof before) == 0;
  return true;
}

bool dut_equal(void *dut, const void *arrays, uint32_t member, const uint32_t *state) {
  return equal_arrays(static_cast<Instance *>(dut), arrays, member, state);
}

void dut_registers(void *dut, uint32_t *state) {
  take_registers(*static_cast<Instance *>(dut)->model->rootp, state + kWireWords);
}
#else
constexpr decltype(dut_plugin_t::cycle) dut_cycle = nullptr;
constexpr decltype(dut_plugin_t::cycle_busy) dut_cycle_busy = nullptr;
constexpr decltype(dut_plugin_t::equal) dut_equal = nullptr;
constexpr decltype(dut_plugin_t::registers) dut_registers = nullptr;
#endif

// ---- One instance

void *dut_create(const char *name, uint32_t seed) {
  Instance *d = instance_create(name, seed);
  if (d == nullptr) {
    return nullptr;
  }
  // The first rising edge is seen only after an evaluation with the clock low.
  set_clock(*d->model, 0, 0);
  set_reset(*d->model, 1, 0);
  instance_eval(d);
  return d;
}

#if DUT_COVERED
// Verilator counts what depends on nothing, such as the beginning of an always_comb, once, before
// the first evaluation: here once more, behind that reset.
template <class Root>
auto begin_anew(Root *r, int) -> decltype(Vdut___024root___eval_initial(r)) {
  Vdut___024root___eval_initial(r);
}
template <class Root>
void begin_anew(Root *, long) {
}
#endif

template <class Settled>
inline void reset_cycle(Instance *d, const uint32_t *in, uint32_t *state, Settled settled) {
  set_reset(*d->model, 1, 0);
#if DUT_COVERED
  if (coverage_starts(d)) {
    cycle(d, in, state, settled);
    coverage_zero(d);
    begin_anew(d->root, 0);
  }
#endif
  cycle(d, in, state, settled);
  set_reset(*d->model, 0, 0);
  // Assertions that fired on random initial values do not count.
  d->failed[0] = '\0';
}

void dut_reset(void *dut, const uint32_t *in, uint32_t *state) {
  reset_cycle(static_cast<Instance *>(dut), in, state, [] {});
}

void dut_step(void *dut, const uint32_t *in, uint32_t *state) {
  cycle(static_cast<Instance *>(dut), in, state, [] {});
}

const char *dut_failed(void *dut) {
  const Instance *d = static_cast<Instance *>(dut);
  return (d->failed[0] != '\0') ? d->failed : nullptr;
}

// A snapshot: the bytes of the model and whether it rests. Two addresses are the instance's own:
// the name, in front, which is left out, and the symbols.
using Root = std::remove_reference_t<decltype(*Vdut::rootp)>;
constexpr size_t kName = sizeof(VerilatedModule);
constexpr size_t kRoot = sizeof(Root) - kName;

uint64_t dut_snapshot_size(void *) {
  return kRoot + 1;
}

void dut_save(void *dut, void *to) {
  const Instance *d = static_cast<Instance *>(dut);
  const auto *from = reinterpret_cast<const unsigned char *>(d->model->rootp);
  const auto *symbols = reinterpret_cast<const unsigned char *>(&d->model->rootp->vlSymsp);
  unsigned char *bytes = static_cast<unsigned char *>(to);
  std::memcpy(bytes, from + kName, kRoot);
  std::memset(bytes + (symbols - from) - kName, 0, sizeof d->model->rootp->vlSymsp);
  bytes[kRoot] = d->rests;
}

void dut_restore(void *dut, const void *from) {
  Instance *d = static_cast<Instance *>(dut);
  const unsigned char *bytes = static_cast<const unsigned char *>(from);
  auto *to = reinterpret_cast<unsigned char *>(d->model->rootp);
  const auto symbols = d->model->rootp->vlSymsp;
  const auto at = reinterpret_cast<const unsigned char *>(&d->model->rootp->vlSymsp) - to;
  std::memcpy(to + kName, bytes, kRoot);
  std::memcpy(to + at, &symbols, sizeof symbols);
  d->rests = bytes[kRoot] != 0;
}

#if DUT_WATCHED
// Names are "dut.router.gen_plain.u_va": the instance's own first.
void watch_instances(void *dut, void (*visit)(void *context, const char *path), void *context) {
  for (const auto &scope : *static_cast<Instance *>(dut)->context.scopeNameMap()) {
    const char *path = std::strchr(scope.second->name(), '.');
    if (path != nullptr && scope.second->varsp() != nullptr) {
      visit(context, path + 1);
    }
  }
}

const void *watch_port(void *dut, const char *path, const char *name, unsigned *bits) {
  Instance *d = static_cast<Instance *>(dut);
  char whole[512];
  std::snprintf(whole, sizeof whole, "%s.%s", d->model->name(), path);
  const VerilatedScope *scope = d->context.scopeFind(whole);
  const VerilatedVar *port = scope != nullptr ? scope->varFind(name) : nullptr;
  if (port == nullptr) {
    return nullptr;
  }
  *bits = static_cast<unsigned>(port->packed().elements());
  return port->datap();
}

void watch_cycle(void *dut, bool reset, const uint32_t *in, uint32_t *state,
                 void (*settled)(void *context), void *context) {
  Instance *d = static_cast<Instance *>(dut);
  const auto call = [settled, context] { settled(context); };
  if (reset) {
    reset_cycle(d, in, state, call);
  } else {
    cycle(d, in, state, call);
  }
}
#endif

}  // namespace

extern "C" {

// Mutation builds: picks the mutant; false if the unit has no input `mutsel`.
__attribute__((visibility("default"))) bool dut_mutant(void *dut, uint32_t mutant) {
  static_cast<Instance *>(dut)->rests = false;
  return set_mutant(*static_cast<Instance *>(dut)->model, mutant, 0);
}

__attribute__((visibility("default"))) extern const dut_plugin_t dut_plugin;
const dut_plugin_t dut_plugin = {
    DUT_ABI,       DUT_UNIT,   DUT_DESCRIPTION,   kInWords,  kStateWords,    kListHash,
    dut_create,    dut_reset,  dut_step,          dut_cycle, dut_cycle_busy, dut_equal,
    dut_registers, dut_failed, dut_snapshot_size, dut_save,  dut_restore,    instance_free,
};

#if DUT_WATCHED
__attribute__((visibility("default"))) extern const dut_watch_t dut_watch;
const dut_watch_t dut_watch = {watch_instances, watch_port, watch_cycle};
#endif

#if DUT_COVERED
__attribute__((visibility("default"))) extern const dut_coverage_t dut_coverage;
const dut_coverage_t dut_coverage = {coverage_points, coverage_add};
#endif
}
