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
// them).

#include <cstdio>
#include <cstring>

#include "dut/assertions.hpp"
#include DUT_SOURCES
#if DUT_WATCHED
#include "verilated_syms.h"
#endif

#define MODEL Vdut
#include "dut/arrays.hpp"
#include "dut/dut.h"
#include "dut/instance.hpp"
#include "shape/dimensions.h"
#include "shape/list_hash.h"

namespace {

constexpr noc_shape_t kShape = {DUT_SHAPE};
constexpr const noc_shape_t *s = &kShape;

constexpr uint32_t words_of(uint64_t bits, uint64_t count) {
  return static_cast<uint32_t>((bits * count + 31) / 32);
}

#define WORDS_OF(bits, by) words_of(bits, DIMENSIONS_COUNT(by))

// Words of the lists, added up at compile time.
#define NOTHING(name, type, bits, by, radix, meaning)
#define PLUS_WORDS(name, type, bits, by, radix, meaning) +WORDS_OF(bits, by)
#define IN                                               PLUS_WORDS
#define WIRE                                             NOTHING
#define OUT                                              NOTHING
#define REG                                              NOTHING
constexpr uint32_t kInWords = 0
#include DUT_DEF
    ;
#undef IN
#undef WIRE
#undef OUT
#undef REG
#define IN   NOTHING
#define WIRE PLUS_WORDS
#define OUT  PLUS_WORDS
#define REG  PLUS_WORDS
constexpr uint32_t kStateWords = 0
#include DUT_DEF
    ;
#undef OUT
#undef REG
#define OUT NOTHING
#define REG NOTHING
constexpr uint32_t kWireWords = 0
#include DUT_DEF
    ;
#undef IN
#undef WIRE
#undef OUT
#undef REG

// The program must have made the same of its own list: bundle_hash().
#define HASH_FIELD(kind, name, type, bits, by, radix, meaning)                                \
  hash = list_hash_field(hash, kind, #name, static_cast<uint32_t>(bits), DIMENSIONS_LIST(by), \
                         DIMENSIONS_COUNT(by));
#define IN(...)   HASH_FIELD(FIELD_IN, __VA_ARGS__)
#define WIRE(...) HASH_FIELD(FIELD_WIRE, __VA_ARGS__)
#define OUT(...)  HASH_FIELD(FIELD_OUT, __VA_ARGS__)
#define REG(...)  HASH_FIELD(FIELD_REG, __VA_ARGS__)
constexpr uint64_t hash_list() {
  uint64_t hash = LIST_HASH_START;
#include DUT_DEF
  return hash;
}
#undef IN
#undef WIRE
#undef OUT
#undef REG
constexpr uint64_t kListHash = hash_list();

// A port is CData, SData, IData (one word), QData (two) or VlWide<N>.
template <uint32_t kWords, class Port>
inline void to_port(Port &port, const uint32_t *words) {
  static_assert(kWords == (sizeof(Port) + 3) / 4, "port and state list differ in width");
  if constexpr (sizeof(Port) <= 4) {
    port = static_cast<Port>(*words);
  } else {
    std::memcpy(&port, words, sizeof port);
  }
}

template <uint32_t kWords, class Port>
inline void from_port(uint32_t *words, const Port &port) {
  static_assert(kWords == (sizeof(Port) + 3) / 4, "port and state list differ in width");
  if constexpr (sizeof(Port) <= 4) {
    *words = port;
  } else {
    std::memcpy(words, &port, sizeof port);
  }
}

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

#define PIN(name, side) m.name##side
#define TO_PORT(name, type, bits, by, radix, meaning) \
  if constexpr (WORDS_OF(bits, by) != 0) {            \
    to_port<WORDS_OF(bits, by)>(PIN(name, _i), in);   \
    in += WORDS_OF(bits, by);                         \
  }
#define FROM_PORT(name, type, bits, by, radix, meaning)  \
  if constexpr (WORDS_OF(bits, by) != 0) {               \
    from_port<WORDS_OF(bits, by)>(state, PIN(name, _o)); \
    state += WORDS_OF(bits, by);                         \
  }

template <class Model>
inline void apply(Model &m, const uint32_t *in) {
#define IN   TO_PORT
#define WIRE NOTHING
#define OUT  NOTHING
#define REG  NOTHING
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
  (void)in;
}

// The WIRE fields; returns the place of the next word.
template <class Model>
inline uint32_t *take_wires(Model &m, uint32_t *state) {
#define IN   NOTHING
#define WIRE FROM_PORT
#define OUT  NOTHING
#define REG  NOTHING
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
  return state;
}

template <class Model>
inline void take_registers(Model &m, uint32_t *state) {
#define IN   NOTHING
#define WIRE NOTHING
#define OUT  FROM_PORT
#define REG  FROM_PORT
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
  (void)state;
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
// fields.h makes the same of the list.
#define FIELD_POINTER(name, type, bits, by, radix, meaning) type *name;
#define IN                                                  FIELD_POINTER
#define WIRE                                                FIELD_POINTER
#define OUT                                                 FIELD_POINTER
#define REG                                                 FIELD_POINTER
struct Fields {
#include DUT_DEF
};
#undef IN
#undef WIRE
#undef OUT
#undef REG

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

#define ELEMENTS(name, by) (f->name + member * static_cast<size_t>(DIMENSIONS_COUNT(by)))
#define WORD_BYTES(name)   (4 * ((sizeof(PIN(name, _o)) + 3) / 4))
#define PUT_WITH(put, name, type, bits, by)                                                     \
  if constexpr (WORDS_OF(bits, by) != 0) {                                                      \
    arrays::put<type, (bits), DIMENSIONS_COUNT(by), sizeof(PIN(name, _i))>(&PIN(name, _i),      \
                                                                           ELEMENTS(name, by)); \
  }
#define EQUAL_WITH(differ, name, type, bits, by)                                          \
  if constexpr (WORDS_OF(bits, by) != 0) {                                                \
    differs |= arrays::differ<type, (bits), DIMENSIONS_COUNT(by), sizeof(PIN(name, _o))>( \
        &PIN(name, _o), ELEMENTS(name, by));                                              \
  }
#define SAME_WITH(differ, name, type, bits, by)                                           \
  if constexpr (WORDS_OF(bits, by) != 0) {                                                \
    differs |= arrays::differ<type, (bits), DIMENSIONS_COUNT(by), sizeof(PIN(name, _i))>( \
        &PIN(name, _i), ELEMENTS(name, by));                                              \
  }
#define EQUAL_WIRE_WITH(differ, name, type, bits, by)                                \
  if constexpr (WORDS_OF(bits, by) != 0) {                                           \
    differs |= arrays::differ<type, (bits), DIMENSIONS_COUNT(by), WORD_BYTES(name)>( \
        state, ELEMENTS(name, by));                                                  \
    state += WORDS_OF(bits, by);                                                     \
  }

// The functions for the processor that there is, and for any. same_*: whether the ports have these
// inputs.
template <class Model>
inline void put_slow(Model &m, const Fields *f, uint32_t member) {
#define IN(name, type, bits, by, radix, meaning) PUT_WITH(put_slow, name, type, bits, by)
#define WIRE                                     NOTHING
#define OUT                                      NOTHING
#define REG                                      NOTHING
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
}

template <class Model>
inline bool same_slow(Model &m, const Fields *f, uint32_t member) {
  uint64_t differs = 0;
#define IN(name, type, bits, by, radix, meaning) SAME_WITH(differ_slow, name, type, bits, by)
#define WIRE                                     NOTHING
#define OUT                                      NOTHING
#define REG                                      NOTHING
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
  return differs == 0;
}

template <class Model>
inline bool equal_slow(Model &m, const Fields *f, uint32_t member, const uint32_t *state) {
  uint64_t differs = 0;
#define IN NOTHING
#define WIRE(name, type, bits, by, radix, meaning) \
  EQUAL_WIRE_WITH(differ_slow, name, type, bits, by)
#define OUT(name, type, bits, by, radix, meaning) EQUAL_WITH(differ_slow, name, type, bits, by)
#define REG(name, type, bits, by, radix, meaning) EQUAL_WITH(differ_slow, name, type, bits, by)
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
  return differs == 0;
}

#ifdef ARRAYS_FAST
template <class Model>
ARRAYS_FAST inline void put_fast(Model &m, const Fields *f, uint32_t member) {
#define IN(name, type, bits, by, radix, meaning) PUT_WITH(put_fast, name, type, bits, by)
#define WIRE                                     NOTHING
#define OUT                                      NOTHING
#define REG                                      NOTHING
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
}

template <class Model>
ARRAYS_FAST inline bool same_fast(Model &m, const Fields *f, uint32_t member) {
  uint64_t differs = 0;
#define IN(name, type, bits, by, radix, meaning) SAME_WITH(differ_fast, name, type, bits, by)
#define WIRE                                     NOTHING
#define OUT                                      NOTHING
#define REG                                      NOTHING
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
  return differs == 0;
}

template <class Model>
ARRAYS_FAST inline bool equal_fast(Model &m, const Fields *f, uint32_t member,
                                   const uint32_t *state) {
  uint64_t differs = 0;
#define IN NOTHING
#define WIRE(name, type, bits, by, radix, meaning) \
  EQUAL_WIRE_WITH(differ_fast, name, type, bits, by)
#define OUT(name, type, bits, by, radix, meaning) EQUAL_WITH(differ_fast, name, type, bits, by)
#define REG(name, type, bits, by, radix, meaning) EQUAL_WITH(differ_fast, name, type, bits, by)
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
  return differs == 0;
}
#else
#define ARRAYS_HAS_FAST false
#define put_fast        put_slow
#define same_fast       same_slow
#define equal_fast      equal_slow
#endif

void dut_cycle(void *dut, const void *arrays, uint32_t member, uint32_t *state) {
  Instance *d = static_cast<Instance *>(dut);
  const Fields *f = static_cast<const Fields *>(arrays);
  d->rests = false;
  if (ARRAYS_HAS_FAST) {
    put_fast(*d->root, f, member);
  } else {
    put_slow(*d->root, f, member);
  }
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
  const Fields *f = static_cast<const Fields *>(arrays);
  unsigned char before[sizeof *d->root];
  const bool same =
      ARRAYS_HAS_FAST ? same_fast(*d->root, f, member) : same_slow(*d->root, f, member);
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
  const Instance *d = static_cast<Instance *>(dut);
  const Fields *f = static_cast<const Fields *>(arrays);
  return ARRAYS_HAS_FAST ? equal_fast(*d->root, f, member, state)
                         : equal_slow(*d->root, f, member, state);
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

template <class Settled>
inline void reset_cycle(Instance *d, const uint32_t *in, uint32_t *state, Settled settled) {
  set_reset(*d->model, 1, 0);
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

uint64_t dut_snapshot_size(void *) {
  return sizeof(*Vdut::rootp);
}

void dut_save(void *dut, void *to) {
  std::memcpy(to, static_cast<const void *>(static_cast<Instance *>(dut)->model->rootp),
              sizeof(*Vdut::rootp));
}

void dut_restore(void *dut, const void *from) {
  static_cast<Instance *>(dut)->rests = false;
  std::memcpy(static_cast<void *>(static_cast<Instance *>(dut)->model->rootp), from,
              sizeof(*Vdut::rootp));
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
}
