// scenario_keys -- the table of keys, and lookup in it; see scenario_keys.h.

#include "scenario/scenario_keys.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "collective/scheme.h"
#include "network/network.h"
#include "workload/patterns.h"

static const scenario_word_t kFlitBits[] = {
    {"32", ""}, {"64", ""}, {"128", ""}, {"256", ""}, {NULL, NULL}};

static const scenario_word_t kSwitching[] = {
    {"wormhole", "a packet may spread over several routers"},
    {"cut-through", "a packet moves on only where its whole length fits"},
    {NULL, NULL}};

static const scenario_word_t kAllocation[] = {
    {"serial", "the switch is asked for with the virtual channel won"},
    {"speculative", "the switch is asked for while virtual channels are allocated"},
    {NULL, NULL}};

static const scenario_word_t kAllocator[] = {
    {"separable", "an input picks one of its virtual channels, then an output one of the inputs"},
    {"wavefront", "as many pairs of inputs and outputs as fit together, diagonal by diagonal"},
    {NULL, NULL}};

static const scenario_word_t kLinkCheck[] = {
    {"none", "links have no check bits"},
    {"parity", "an odd number of wrong wires is found"},
    {"secded", "one wrong wire is corrected, two are found"},
    {NULL, NULL}};

static const scenario_word_t kRouting[] = {
#define ROUTING(name, meaning, code) {name, meaning},
#include "routing/routing_list.def"
#undef ROUTING
    {NULL, NULL}};

static const scenario_word_t kOperations[] = {
    {"xor", "exclusive or of all data bits"},
    {"sum", "sum of the 64-bit data words (32-bit in flits of 32 bits), modulo their width"},
    {NULL, NULL}};

static const scenario_word_t kOrders[] = {
    {"rotated", "each begins with the one behind itself and goes round"},
    {"ascending", "all begin with the one of the lowest number"},
    {NULL, NULL}};

static const scenario_word_t kSteps[] = {
    {"sequential", "a step begins when the one before is complete at all nodes"},
    {"overlapped",
     "whatever has its data goes; hierarchical: each step on a virtual network of its own"},
    {"barrier", "a step begins after a barrier of packets; scheduled only"},
    {"beside", "sequential, with the last step together with the first; hnc only"},
    {NULL, NULL}};

static const scenario_word_t kCopies[] = {
    {"independent", "a copy that is held back holds no other one"},
    {"synchronous", "the copies of a packet move together, or none does: they can deadlock"},
    {NULL, NULL}};

static const scenario_word_t kArbiters[] = {{"round-robin", "requests take turns"},
                                            {"age", "the packet that was created first goes first"},
                                            {NULL, NULL}};

static const scenario_word_t kMulticast[] = {{"multicast", ""}, {NULL, NULL}};
static const scenario_word_t kExternal[] = {{"external", ""}, {NULL, NULL}};

static const scenario_word_t kMaps[] = {
    {"linear", "rank r on node r"}, {"random", "on nodes drawn from the seed"}, {NULL, NULL}};

static const scenario_word_t kRouters[] = {
    {"ref", "the golden model"},
    {"rtl", "the Verilated RTL"},
    {"lockstep", "both, compared after every clock edge"},
    {"tops", "both, with the RTL that a design takes, by pins"},
    {"gates", "the same with the netlists of Yosys"},
    {NULL, NULL}};
static const scenario_word_t kAssertions[] = {{"on", "checked at every clock edge"},
                                              {"off", "left out, which makes runs faster"},
                                              {NULL, NULL}};

enum {
  TRAFFIC = 1 << WORKLOAD_TRAFFIC,
  COLLECTIVE = 1 << WORKLOAD_COLLECTIVE,
  PLAN = 1 << WORKLOAD_PLAN,
  TRACE = 1 << WORKLOAD_TRACE,
  MULTICASTS = 1 << WORKLOAD_MULTICASTS,
  EXTERNAL = 1 << WORKLOAD_EXTERNAL,
  ANY = TRAFFIC | COLLECTIVE | PLAN | TRACE | MULTICASTS | EXTERNAL
};

// Sums of two such counts of cycles stay far from overflow.
static const uint64_t kMaxCycles = 1000000000000;

enum { kMaxBurst = 1000000, kMaxMessage = SCENARIO_MESSAGE_FLITS, kMaxBytes = 32 * kMaxMessage };

// The limits of hosts are what fits into sums of millions of messages, and into the pins of
// interfaces.
static const uint64_t kMaxHost = UINT64_C(1) << 31;
enum { kMaxHandler = UINT16_MAX, kMaxReplies = 1000000, kMaxReset = 1000000 };
static const uint64_t kOne = 1000000;  // of a KEY_DECIMAL

#define MEMBER(m)           .offset = offsetof(scenario_t, m), .size = sizeof(((scenario_t *)0)->m)
#define INTEGER(m, a, b)    .type = KEY_INTEGER, .min = (a), .max = (b), MEMBER(m)
#define INTEGER_OF(m, list) .type = KEY_INTEGER, .words = (list), .max = UINT32_MAX, MEMBER(m)
#define REAL(m)             .type = KEY_REAL, MEMBER(m)
#define DECIMAL(m, a, b)    .type = KEY_DECIMAL, .min = (a), .max = (b), MEMBER(m)
#define BOOL(m)             .type = KEY_BOOL, MEMBER(m)
#define CHOICE(m, list)     .type = KEY_CHOICE, .words = (list), MEMBER(m)
#define NAME(m, list)       .type = KEY_NAME, .words = (list), MEMBER(m)
#define NAME_OF(m, of)      .type = KEY_NAME, .word = (of), MEMBER(m)
#define ACCEPT(m)           .type = KEY_ACCEPT, .what = kAcceptAccepted, MEMBER(m)
#define LENGTHS(m)          .type = KEY_LENGTHS, .what = kLengthsAccepted, MEMBER(m)
#define TEXT(m, text)       .type = KEY_TEXT, .what = (text), MEMBER(m)
// Modifiers, before the type.
#define OPTIONAL            .optional = true
#define WITH(m, names)      .with = (names), .with_offset = offsetof(scenario_t, m)
#define WHEN(m, which)      .when = (which), .with_offset = offsetof(scenario_t, m)
#define FILE_NAME(m, text)  .type = KEY_FILE, .what = (text), MEMBER(m)

#define WORD_FILE(m, l, t)  .type = KEY_FILE, .words = (l), .what = (t), MEMBER(m)

// Help that several keys have.
static const char kSchemeHelp[] = "how it is done";
static const char kMessageHelp[] = "length of messages";
static const char kPatternHelp[] = "the pattern: where packets go (docs/traffic.md)";
static const char kLoadHelp[] = "flits per node and cycle";
static const char kLongestHelp[] = "the longest packet; longer messages go in several";
static const char kChildrenHelp[] =
    "children of a node in the tree of a forwarded multicast; without it the best number";
static const char kSlotsHelp[] =
    "packet slots of interfaces that forward; without it 16, or as many as a message has packets";
static const char kOverheadHelp[] = "cycles of an exclusive or beyond the least";
static const char kMemoryHelp[] =
    "operands that an XOR unit keeps; without it as many as the plan needs";

static const char kNodeSet[] = "a set of nodes such as 0-7,9";
static bool takes_file(const scenario_key_t *key, const char *routing) {
  (void)key;
  return routing_takes_file(routing);
}

static bool reduces(const scenario_key_t *key, const char *collective) {
  (void)key;
  return collective_find(collective)->block == BLOCK_REDUCED;
}

// The messages of a barrier have one flit.
static bool has_length(const scenario_key_t *key, const char *collective) {
  (void)key;
  return collective_find(collective)->block != BLOCK_OF_BARRIER;
}

static bool is_of_scheme(const scenario_key_t *key, const char *scheme) {
  char path[SCENARIO_KEY];
  return scheme_takes(scheme_find(scheme), key_path(key->section, 0, key->name, path));
}

#define LIST(text) .type = KEY_LIST, .what = (text)

// The members of a class.
#define IN_CLASS(m)                                          \
  .of_class = true, .offset = offsetof(scenario_class_t, m), \
  .size = sizeof(((scenario_class_t *)0)->m)
#define OWN_COUNT(m, a, b) .type = KEY_INTEGER, .min = (a), .max = (b), IN_CLASS(m)
#define OWN_REAL(m)        .type = KEY_REAL, IN_CLASS(m)
#define OWN_NAME(m, list)  .type = KEY_NAME, .words = (list), IN_CLASS(m)
#define OWN_TEXT(m, text)  .type = KEY_TEXT, .what = (text), IN_CLASS(m)
#define OWN_FILE(m, text)  .type = KEY_FILE, .what = (text), IN_CLASS(m)
#define OWN_LENGTHS(m)     .type = KEY_LENGTHS, .what = kLengthsAccepted, IN_CLASS(m)
#define FOR(names)         .with = (names), .with_offset = offsetof(scenario_class_t, traffic)
#define NONE(value)        .optional = true, .none = (value)
#define LISTED             .list_only = true
#define HELP(text)         .help = (text)

static const char kBytesHelp[] =
    "length of messages in bytes, rounded up to whole flits, in the place of message_flits";

static const scenario_key_t kKeys[] = {
    {"", "topology", NULL, ANY, TEXT(topology_text, "a topology such as mesh:8x8"),
     HELP("the network: family and size (docs/topologies.md)")},
    {"", "tags", NULL, ANY, OPTIONAL, TEXT(tags, "words such as quick,mesh"),
     HELP("words that nocstep verify --tag picks the scenario by")},

    {"router", "vcs", "4", ANY, INTEGER(vcs, 1, 16), HELP("virtual channels of a port")},
    {"router", "depth", "8", ANY, INTEGER(depth, 1, 640),
     HELP("flits that the buffer of a virtual channel holds")},
    {"router", "flit_bits", "64", ANY, INTEGER_OF(flit_bits, kFlitBits), HELP("bits of a flit")},
    {"router", "switching", "wormhole", ANY, CHOICE(cut_through, kSwitching),
     HELP("when a packet moves on")},
    {"router", "pipeline", "3", ANY, INTEGER(pipeline, 2, 3),
     HELP("cycles of a head flit from a router to the next")},
    {"router", "allocation", "serial", ANY, CHOICE(speculative, kAllocation),
     HELP("when a packet without a virtual channel asks for the switch")},
    {"router", "allocator", "separable", ANY, CHOICE(wavefront, kAllocator),
     HELP("how the flits that cross the switch in a cycle are chosen")},
    {"router", "lookahead", "false", ANY, BOOL(lookahead),
     HELP("a head flit carries the route at the next router; with pipeline 2 it is allocated as it "
          "arrives")},
    {"router", "sync_read", "false", ANY, BOOL(sync_read),
     HELP("flit memories, route tables: read at a clock edge, as SRAMs are; with pipeline 3")},
    {"router", "link_check", "none", ANY, CHOICE(link_check, kLinkCheck),
     HELP("check bits on links (docs/link-check.md)")},
    {"router", "routing", NULL, ANY, OPTIONAL, NAME(routing, kRouting),
     HELP("how packets find their way; without it the topology's own (docs/routing.md)")},
    {"router", "adaptive", "false", ANY, BOOL(adaptive),
     HELP("choose by credits among the ports that the routing allows")},
    {"router", "routes", NULL, ANY, OPTIONAL, WHEN(routing, takes_file),
     FILE_NAME(routes, "the name of a file of routes"),
     HELP("the routes of the routings table and source")},
    {"router", "allow_deadlock", "false", ANY, BOOL(allow_deadlock),
     HELP("run although the routing can deadlock")},
    {"router", "copies", "independent", ANY, CHOICE(sync_copies, kCopies),
     HELP("how the copies of a multicast packet move on in a router")},
    {"router", "arbiter", "round-robin", ANY, NAME(arbiter, kArbiters),
     HELP("which request goes first")},
    {"router", "age_bits", "16", ANY, WITH(arbiter, "age"),
     INTEGER(age_bits, SHAPE_MIN_AGE_BITS, SHAPE_MAX_AGE_BITS),
     HELP("bits of a packet's age in its head")},
    {"router", "networks", "1", ANY, INTEGER(networks, 1, 16),
     HELP("virtual networks, each with an equal share of the virtual channels")},
    {"router", "link_latency", "1", ANY, INTEGER(link_latency, 1, NETWORK_MAX_LATENCY),
     HELP("cycles of a link between routers")},

    {"link", "clock_ratio", NULL, ANY, NONE(kOne),
     DECIMAL(clock_ratio, LINK_CLOCK_MIN, LINK_CLOCK_MAX),
     HELP("cycles of the links between routers in a cycle of the routers; 1, or without it: they "
          "have the same clock (docs/clock-crossing.md)")},

    {"workload", "traffic", NULL, TRAFFIC, true, OWN_NAME(traffic, kPatternWords),
     HELP(kPatternHelp)},
    {"workload", "load", NULL, TRAFFIC, OWN_REAL(load), HELP(kLoadHelp)},
    {"workload", "packet_flits", "4", TRAFFIC, OWN_LENGTHS(packet_flits),
     HELP("length of packets, head included: a number, a range or a distribution")},
    {"workload", "hotspot_nodes", NULL, TRAFFIC, FOR("hotspot"),
     OWN_TEXT(hotspot_nodes, "nodes such as 0-7,9"), HELP("the nodes that get more than others")},
    {"workload", "hotspot_share", NULL, TRAFFIC, FOR("hotspot"), OWN_REAL(hotspot_share),
     HELP("the share of packets that goes to them")},
    {"workload", "permutation", NULL, TRAFFIC, FOR("permutation"),
     OWN_FILE(permutation, "the name of a file"),
     HELP("a file with the destination of every node")},
    {"workload", "burst_on", NULL, TRAFFIC, NONE(0), OWN_COUNT(burst_on, 1, kMaxBurst),
     HELP("mean length of bursts, in cycles")},
    {"workload", "burst_off", NULL, TRAFFIC, NONE(0), OWN_COUNT(burst_off, 1, kMaxBurst),
     HELP("mean length of the pauses between them, in cycles")},
    {"workload", "network", NULL, TRAFFIC, LISTED, NONE(UINT_MAX), OWN_COUNT(network, 0, 15),
     HELP("the virtual network of the class")},
    {"workload", "reply_flits", NULL, TRAFFIC, LISTED, OPTIONAL, OWN_LENGTHS(reply_flits),
     HELP("length of the replies to its packets; without it there are none")},
    {"workload", "reply_network", NULL, TRAFFIC, LISTED, NONE(UINT_MAX),
     OWN_COUNT(reply_network, 0, 15), HELP("the virtual network of the replies")},
    {"workload", "classes", NULL, TRAFFIC, true, LIST("a list of mappings"),
     HELP("several kinds of packets, each a mapping with the keys of traffic")},
    {"workload", "collective", NULL, COLLECTIVE, true, NAME(collective, kCollectiveWords),
     HELP("what nodes do together (docs/collectives.md)")},
    {"workload", "scheme", NULL, COLLECTIVE, NAME_OF(scheme, scheme_word), HELP(kSchemeHelp)},
    {"workload", "from", NULL, COLLECTIVE, OPTIONAL, TEXT(from, kNodeSet),
     HELP("the nodes that send, or the root")},
    {"workload", "to", NULL, COLLECTIVE, OPTIONAL, TEXT(to, kNodeSet),
     HELP("the nodes that receive, or the root")},
    {"workload", "operation", "xor", COLLECTIVE, WHEN(collective, reduces),
     NAME(operation, kOperations), HELP("what a reduction does with the data")},
    {"workload", "order", "rotated", COLLECTIVE, WHEN(scheme, is_of_scheme),
     CHOICE(ascending, kOrders), HELP("in which order a node sends to the others")},
    {"workload", "group", "best", COLLECTIVE, WHEN(scheme, is_of_scheme),
     TEXT(group, "best, nodes of a group, its sides such as 8x4, or lists such as 0-3;4-7"),
     HELP("the groups of hierarchical schemes (docs/coding.md)")},
    {"workload", "base", "unicast", COLLECTIVE, WHEN(scheme, is_of_scheme),
     TEXT(base, "unicast, binomial, or three of them"),
     HELP("how a group sends multicasts: intra, inter and distribute")},
    {"workload", "intermediate", "best", COLLECTIVE, WHEN(scheme, is_of_scheme),
     TEXT(intermediate, "best, centre, corner, inner, or a place such as 3,1"),
     HELP("the node of a group that codes")},
    {"workload", "steps", "sequential", COLLECTIVE, WHEN(scheme, is_of_scheme),
     CHOICE(steps, kSteps), HELP("when a step of a hierarchical or scheduled scheme begins")},
    {"workload", "schedule", NULL, COLLECTIVE, OPTIONAL, WHEN(scheme, is_of_scheme),
     FILE_NAME(schedule, "the name of a schedule"),
     HELP("what nocstep schedule --out has written; without it a schedule is looked for")},
    {"workload", "max_detour", NULL, COLLECTIVE, NONE(UINT_MAX), WHEN(scheme, is_of_scheme),
     INTEGER(max_detour, 0, SCHEDULE_DETOUR),
     HELP("hops above the fewest, of paths of a schedule that is looked for; without it 0")},
    {"workload", "force", "false", COLLECTIVE, WHEN(scheme, is_of_scheme), BOOL(force),
     HELP("run a schedule although messages of a step share a link or an interface")},
    {"workload", "message_flits", "1", COLLECTIVE, WHEN(collective, has_length),
     INTEGER(message_flits, 1, kMaxMessage), HELP(kMessageHelp)},
    {"workload", "message_bytes", NULL, COLLECTIVE, NONE(0), WHEN(collective, has_length),
     INTEGER(message_bytes, 1, kMaxBytes), HELP(kBytesHelp)},
    {"workload", "packet_flits", NULL, COLLECTIVE, NONE(0), WHEN(collective, has_length),
     INTEGER(packet_flits, 1, 640), HELP(kLongestHelp)},
    {"workload", "k", NULL, COLLECTIVE, NONE(0), WHEN(scheme, is_of_scheme), INTEGER(k, 1, 32),
     HELP(kChildrenHelp)},
    {"workload", "slots", NULL, COLLECTIVE, NONE(0), WHEN(scheme, is_of_scheme),
     INTEGER(slots, 1, SHAPE_MAX_FORWARD_SLOTS), HELP(kSlotsHelp)},
    {"workload", "plan", NULL, PLAN, true, FILE_NAME(plan, "the name of a GOAL file"),
     HELP("sends, receives and computations in the GOAL format (docs/plans.md)")},
    {"workload", "map", "linear", PLAN,
     WORD_FILE(map, kMaps, "linear, random, or the name of a file"),
     HELP("the node of every rank")},
    {"workload", "packet_flits", NULL, PLAN, NONE(0), INTEGER(packet_flits, 1, 640),
     HELP(kLongestHelp)},
    {"workload", "slots", NULL, PLAN, NONE(0), INTEGER(slots, 1, SHAPE_MAX_FORWARD_SLOTS),
     HELP(kSlotsHelp)},
    {"workload", "trace", NULL, TRACE, true, FILE_NAME(trace, "the name of a trace"),
     HELP("a line a packet: cycle, source, destination, flits (docs/traces.md)")},
    {"workload", "traffic", NULL, MULTICASTS, true, NAME(multicast, kMulticast),
     HELP(kPatternHelp)},
    {"workload", "load", NULL, MULTICASTS, REAL(load), HELP(kLoadHelp)},
    {"workload", "degree", NULL, MULTICASTS, LENGTHS(degree),
     HELP("destinations of a multicast: a number or a range")},
    {"workload", "scheme", NULL, MULTICASTS, NAME_OF(scheme, scheme_multicast_word),
     HELP(kSchemeHelp)},
    {"workload", "message_flits", "4", MULTICASTS, INTEGER(message_flits, 1, kMaxMessage),
     HELP(kMessageHelp)},
    {"workload", "message_bytes", NULL, MULTICASTS, NONE(0), INTEGER(message_bytes, 1, kMaxBytes),
     HELP(kBytesHelp)},
    {"workload", "packet_flits", NULL, MULTICASTS, NONE(0), INTEGER(packet_flits, 1, 640),
     HELP(kLongestHelp)},
    {"workload", "k", NULL, MULTICASTS, NONE(0), WHEN(scheme, is_of_scheme), INTEGER(k, 1, 32),
     HELP(kChildrenHelp)},
    {"workload", "slots", NULL, MULTICASTS, NONE(0), WHEN(scheme, is_of_scheme),
     INTEGER(slots, 1, SHAPE_MAX_FORWARD_SLOTS), HELP(kSlotsHelp)},
    {"workload", "traffic", NULL, EXTERNAL, true, NAME(external, kExternal), HELP(kPatternHelp)},
    {"workload", "packet_flits", NULL, EXTERNAL, NONE(0), INTEGER(packet_flits, 1, 640),
     HELP(kLongestHelp)},

    {"coding", "overhead", "1", COLLECTIVE, WHEN(scheme, is_of_scheme),
     INTEGER(coding_overhead, 0, 64), HELP(kOverheadHelp)},
    {"coding", "memory", NULL, COLLECTIVE, NONE(0), WHEN(scheme, is_of_scheme),
     INTEGER(coding_memory, 1, PLAN_MAX_SLOTS - 1), HELP(kMemoryHelp)},
    {"coding", "overhead", "1", PLAN, INTEGER(coding_overhead, 0, 64), HELP(kOverheadHelp)},
    {"coding", "memory", NULL, PLAN, NONE(0), INTEGER(coding_memory, 1, PLAN_MAX_SLOTS - 1),
     HELP(kMemoryHelp)},

    {"host", "t_hs", "0", ANY, INTEGER(host.t_hs, 0, kMaxHost),
     HELP("cycles of the host to send a message (docs/host.md)")},
    {"host", "t_hr", "0", ANY, INTEGER(host.t_hr, 0, kMaxHost),
     HELP("cycles of the host to receive a message")},
    {"host", "t_ns", "0", ANY, INTEGER(host.t_ns, 0, kMaxHandler),
     HELP("cycles of the interface to send a packet")},
    {"host", "t_nr", "0", ANY, INTEGER(host.t_nr, 0, kMaxHandler),
     HELP("cycles of the interface to receive a packet")},
    {"host", "ratio", NULL, ANY, NONE(0), DECIMAL(host.ratio, 1, 1000000 * kOne),
     HELP("the host's times over those of the interface, in the place of t_ns and t_nr")},
    {"host", "bus", "0", ANY, DECIMAL(host.bus, 0, 1000 * kOne),
     HELP("flits per cycle of the I/O bus; 0: no limit")},
    {"host", "accept", NULL, ANY, OPTIONAL, ACCEPT(accept),
     HELP("what hosts take of what arrives (docs/refusals.md)")},
    {"host", "replies", "4", ANY, WITH(accept.text, "protocol"), INTEGER(replies, 1, kMaxReplies),
     HELP("replies that a node holds, with accept: protocol")},

    {"run", "router", "ref", ANY, CHOICE(run_router, kRouters), HELP("what is run")},
    {"run", "assertions", "on", ANY, CHOICE(assertions, kAssertions),
     HELP("of the RTL; nocstep verify has them always on")},
    {"run", "dut", NULL, ANY, OPTIONAL, FILE_NAME(dut, "the name of a map of pins"),
     HELP("somebody else's router in the place of nocstep's (docs/bring-your-own-router.md)")},
    {"run", "dut_at", NULL, ANY, OPTIONAL, TEXT(dut_at, "routers such as '1,1 2,1'"),
     HELP("the routers that it takes the place of; without it all")},
    {"run", "seed", "1", ANY, INTEGER(seed, 0, INT64_MAX), HELP("of all that is random")},
    {"run", "warmup", "0", ANY, INTEGER(warmup, 0, kMaxCycles),
     HELP("cycles whose packets are not measured")},
    {"run", "cycles", "10000", TRAFFIC | MULTICASTS, INTEGER(cycles, 1, kMaxCycles),
     HELP("cycles in which packets are created, after the warm-up")},
    {"run", "cycles", "0", COLLECTIVE | PLAN, INTEGER(cycles, 0, kMaxCycles),
     HELP("a limit; 0: to its end")},
    {"run", "cycles", "0", TRACE | EXTERNAL, INTEGER(cycles, 0, kMaxCycles),
     HELP("of a trace the cycles in which packets are created; of a program the measurement "
          "window, after the warm-up; 0: to its end")},
    {"run", "reset", NULL, ANY, NONE(0), INTEGER(reset, 0, kMaxReset),
     HELP("reset all in this cycle, and begin anew (docs/verify.md)")},
    {"run", "drain", "true", ANY, BOOL(drain), HELP("wait for the packets that are on their way")},
    {"run", "max_age", NULL, ANY, NONE(0), INTEGER(max_age, 1, kMaxCycles),
     HELP("a packet that gets older fails the run")},

    {"run.jitter", "links", NULL, ANY, NONE(0), DECIMAL(jitter.links, 0, kOne - 1),
     HELP("the share of cycles in which a link stalls (docs/debugging.md)")},
    {"run.jitter", "hosts", NULL, ANY, NONE(0), DECIMAL(jitter.hosts, 0, kOne - 1),
     HELP("the share of cycles in which a host neither gives nor takes")},
    {"run.jitter", "seed", NULL, ANY, NONE(UINT64_MAX), INTEGER(jitter.seed, 0, INT64_MAX),
     HELP("what draws these cycles; without it run.seed")},

    {"run.link_faults", "share", NULL, ANY, NONE(0), DECIMAL(link_faults.share, 0, kOne),
     HELP("the share of the flits on links whose wires are wrong (docs/link-check.md)")},
    {"run.link_faults", "bits", NULL, ANY, NONE(1), INTEGER(link_faults.bits, 1, 2),
     HELP("wires that are wrong with such a flit; without it 1")},
    {"run.link_faults", "seed", NULL, ANY, NONE(UINT64_MAX),
     INTEGER(link_faults.seed, 0, INT64_MAX),
     HELP("what draws flits and wires; without it run.seed")},
};

enum { N_KEYS = sizeof kKeys / sizeof kKeys[0] };

const char *const kScenarioSections[] = {
    "router", "link", "workload", "coding", "host", "run", "run.jitter", "run.link_faults", NULL};

const scenario_key_t *scenario_keys(size_t *count) {
  *count = N_KEYS;
  return kKeys;
}

const char *scenario_section(const char *name) {
  for (const char *const *section = kScenarioSections; *section != NULL; section++) {
    if (strcmp(*section, name) == 0 && strchr(name, '.') == NULL) {
      return *section;
    }
  }
  return NULL;
}

const char *scenario_section_name(const char *section) {
  const char *dot = strchr(section, '.');
  return dot != NULL ? dot + 1 : section;
}

bool scenario_section_is_within(const char *section, const char *outer) {
  const size_t length = strlen(outer);
  const char *dot = strchr(section, '.');
  return length == 0 ? dot == NULL
                     : dot == section + length && strncmp(section, outer, length) == 0;
}

const char *scenario_section_within(const char *section, const char *name) {
  for (const char *const *inner = kScenarioSections; *inner != NULL; inner++) {
    if (section[0] != '\0' && scenario_section_is_within(*inner, section) &&
        strcmp(scenario_section_name(*inner), name) == 0) {
      return *inner;
    }
  }
  return NULL;
}

static bool in_section(const scenario_key_t *key, const char *section) {
  return strcmp(section, SCENARIO_LIST) == 0
             ? key->of_class
             : strcmp(key->section, section) == 0 && !key->list_only;
}

static const scenario_key_t *find(const char *section, const char *name, unsigned kinds) {
  for (const scenario_key_t *key = kKeys; key < kKeys + N_KEYS; key++) {
    if (strcmp(key->name, name) == 0 && (key->kinds & kinds) != 0 && in_section(key, section)) {
      return key;
    }
  }
  return NULL;
}

const scenario_key_t *key_find(const char *section, const char *name) {
  return find(section, name, ANY);
}

const scenario_key_t *key_find_in(const char *section, const char *name, workload_kind_t kind) {
  return find(section, name, 1u << kind);
}

const scenario_key_t *key_find_path(const char *path, size_t length) {
  static const char kList[] = SCENARIO_LIST ".";
  char text[SCENARIO_KEY];
  if (length >= sizeof text) {
    return NULL;
  }
  (void)snprintf(text, sizeof text, "%.*s", (int)length, path);
  const bool listed = strncmp(text, kList, strlen(kList)) == 0;
  char *dot = listed ? strchr(text + strlen(kList), '.') : strrchr(text, '.');
  if (dot == NULL) {
    return listed ? NULL : key_find("", text);
  }
  *dot = '\0';
  return key_find(listed ? SCENARIO_LIST : text, dot + 1);
}

bool key_same(const char *set, const char *other) {
  const size_t length = strcspn(set, "=");
  return length == strcspn(other, "=") && strncmp(set, other, length) == 0;
}

char *key_workloads(const scenario_key_t *key, char out[KEY_WORKLOADS]) {
  static const char *const kNames[] = {[WORKLOAD_TRAFFIC] = "traffic",
                                       [WORKLOAD_COLLECTIVE] = "collective",
                                       [WORKLOAD_PLAN] = "plan",
                                       [WORKLOAD_TRACE] = "trace",
                                       [WORKLOAD_MULTICASTS] = "traffic: multicast",
                                       [WORKLOAD_EXTERNAL] = "traffic: external"};
  size_t length = 0;
  out[0] = '\0';
  for (size_t i = 0; key->kinds != ANY && !key->selects && i < sizeof kNames / sizeof kNames[0];
       i++) {
    if ((key->kinds & 1u << i) != 0) {
      const char *name = key->list_only ? "classes" : kNames[i];
      length += (size_t)snprintf(out + length, KEY_WORKLOADS - length, "%s%s",
                                 length > 0 ? ", " : "", name);
    }
  }
  return out;
}

char *key_workloads_of(const char *section, const char *name, char out[KEY_WORKLOADS]) {
  const scenario_key_t *first = key_find(section, name);
  scenario_key_t all = {.kinds = 0};
  for (const scenario_key_t *key = kKeys; first != NULL && key < kKeys + N_KEYS; key++) {
    if (strcmp(key->name, first->name) == 0 && in_section(key, section)) {
      all.kinds |= key->kinds;
    }
  }
  return key_workloads(&all, out);
}

unsigned key_records(const scenario_key_t *key, const scenario_t *s) {
  return key->of_class ? s->classes : 1;
}

void *key_record(const scenario_key_t *key, const scenario_t *s, unsigned index) {
  return key->of_class ? (void *)&s->traffic[index] : (void *)s;
}

const char *key_section(const scenario_key_t *key, const scenario_t *s) {
  return key->of_class && s->listed ? SCENARIO_LIST : key->section;
}

char *key_path(const char *section, unsigned index, const char *name, char out[SCENARIO_KEY]) {
  char number[16] = "";
  if (strcmp(section, SCENARIO_LIST) == 0) {
    (void)snprintf(number, sizeof number, "%u.", index);
  }
  (void)snprintf(out, SCENARIO_KEY, "%s%s%s%s", section, section[0] != '\0' ? "." : "", number,
                 name);
  return out;
}

bool key_in_scenario(const scenario_key_t *key, const scenario_t *s) {
  const bool needs_list = key->list_only || key->type == KEY_LIST;
  return (key->kinds & 1u << s->workload) != 0 && (!needs_list || s->listed);
}

bool key_has_value(const scenario_key_t *key, const scenario_t *s, unsigned index) {
  if (!key_applies(key, s, index)) {
    return false;
  }
  const void *record = key_record(key, s, index);
  const bool number = key->type == KEY_INTEGER || key->type == KEY_DECIMAL;
  return !key->optional ||
         (number ? key_integer(key, record) != key->none : key_name(key, record) != NULL);
}

void keys_offer(const char *section, nearest_t *nearest) {
  for (const scenario_key_t *key = kKeys; key < kKeys + N_KEYS; key++) {
    // A key with several rows is offered with its first.
    if (in_section(key, section) && key_find(section, key->name) == key) {
      nearest_offer(nearest, key->name);
    }
  }
  for (const char *const *each = kScenarioSections; *each != NULL; each++) {
    if (scenario_section_is_within(*each, section)) {
      nearest_offer(nearest, scenario_section_name(*each));
    }
  }
}

scenario_word_t scenario_word(const char *section, const char *key, size_t i) {
  const scenario_key_t *found = key_find(section, key);
  return found != NULL ? key_word(found, i) : (scenario_word_t){NULL, NULL};
}
