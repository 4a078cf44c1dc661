// scenario_keys -- the table of keys, and lookup in it; see scenario_keys.h.

#include "network/scenario_keys.h"

#include <string.h>

#include "workload/collectives.h"

static const scenario_word_t kFlitBits[] = {
    {"32", ""}, {"64", ""}, {"128", ""}, {"256", ""}, {NULL, NULL}};

static const scenario_word_t kSwitching[] = {
    {"wormhole", "a packet may spread over several routers"},
    {"cut-through", "a packet moves on only where its whole length fits"},
    {NULL, NULL}};

static const scenario_word_t kRouting[] = {{"dor", "dimension order, x first"}, {NULL, NULL}};

static const scenario_word_t kTraffic[] = {{"uniform", "every other node equally often"},
                                           {NULL, NULL}};

static const scenario_word_t kOperations[] = {
    {"xor", "exclusive or of all data bits"},
    {"sum", "sum of the 64-bit data words (32-bit in flits of 32 bits), modulo their width"},
    {NULL, NULL}};

static const scenario_word_t kRouters[] = {{"ref", "the golden model"},
                                           {"rtl", "the Verilated RTL"},
                                           {"lockstep", "both, compared after every clock edge"},
                                           {NULL, NULL}};

enum {
  TRAFFIC = 1 << WORKLOAD_TRAFFIC,
  COLLECTIVE = 1 << WORKLOAD_COLLECTIVE,
  PLAN = 1 << WORKLOAD_PLAN,
  ANY = TRAFFIC | COLLECTIVE | PLAN
};

// Sums of two such counts of cycles stay far from overflow.
static const uint64_t kMaxCycles = 1000000000000;

#define MEMBER(m)             .offset = offsetof(scenario_t, m), .size = sizeof(((scenario_t *)0)->m)
#define INTEGER(m, low, high) .type = KEY_INTEGER, .min = (low), .max = (high), MEMBER(m)
#define INTEGER_OF(m, list)   .type = KEY_INTEGER, .words = (list), .max = UINT32_MAX, MEMBER(m)
#define REAL(m)               .type = KEY_REAL, MEMBER(m)
#define BOOL(m)               .type = KEY_BOOL, MEMBER(m)
#define CHOICE(m, list)       .type = KEY_CHOICE, .words = (list), MEMBER(m)
#define NAME(m, list)         .type = KEY_NAME, .words = (list), MEMBER(m)
#define TEXT(m, text)         .type = KEY_TEXT, .what = (text), MEMBER(m)
// Modifiers, before the type.
#define OPTIONAL              .optional = true
#define WITH(m, names)        .with = (names), .with_offset = offsetof(scenario_t, m)
#define FILE_NAME(m, text)    .type = KEY_FILE, .what = (text), MEMBER(m)

static const char kNodeSet[] = "a set of nodes such as 0-7,9";
static const char kReductions[] = "reduce allreduce";
// All collectives but the barrier, whose messages have one flit.
static const char kWithMessages[] =
    "broadcast multicast scatter gather reduce allgather alltoall allreduce";

static const scenario_key_t kKeys[] = {
    {"", "topology", NULL, NULL, ANY, TEXT(topology_text, "a topology such as mesh:8x8")},

    {"router", "vcs", NULL, "4", ANY, INTEGER(vcs, 1, 16)},
    {"router", "depth", NULL, "8", ANY, INTEGER(depth, 1, 640)},
    {"router", "flit_bits", NULL, "64", ANY, INTEGER_OF(flit_bits, kFlitBits)},
    {"router", "switching", NULL, "wormhole", ANY, CHOICE(cut_through, kSwitching)},
    {"router", "pipeline", NULL, "3", ANY, INTEGER(pipeline, 2, 3)},
    {"router", "routing", NULL, "dor", ANY, NAME(routing, kRouting)},
    {"router", "networks", NULL, "1", ANY, INTEGER(networks, 1, 16)},
    {"router", "link_latency", NULL, "1", ANY, INTEGER(link_latency, 1, 64)},

    {"workload", "traffic", NULL, NULL, TRAFFIC, true, NAME(traffic, kTraffic)},
    {"workload", "load", NULL, NULL, TRAFFIC, REAL(load)},
    {"workload", "packet_flits", NULL, "4", TRAFFIC, INTEGER(packet_flits, 1, 640)},
    {"workload", "collective", NULL, NULL, COLLECTIVE, true, NAME(collective, kCollectiveWords)},
    {"workload", "scheme", NULL, NULL, COLLECTIVE, NAME(scheme, kSchemeWords)},
    {"workload", "from", NULL, NULL, COLLECTIVE, OPTIONAL, TEXT(from, kNodeSet)},
    {"workload", "to", NULL, NULL, COLLECTIVE, OPTIONAL, TEXT(to, kNodeSet)},
    {"workload", "operation", NULL, "xor", COLLECTIVE, WITH(collective, kReductions),
     NAME(operation, kOperations)},
    {"workload", "message_flits", "packet_flits", "1", COLLECTIVE, WITH(collective, kWithMessages),
     INTEGER(packet_flits, 1, 640)},
    {"workload", "plan", NULL, NULL, PLAN, true, FILE_NAME(plan, "the name of a GOAL file")},

    {"run", "router", NULL, "ref", ANY, CHOICE(run_router, kRouters)},
    {"run", "seed", NULL, "1", ANY, INTEGER(seed, 0, INT64_MAX)},
    {"run", "warmup", NULL, "0", ANY, INTEGER(warmup, 0, kMaxCycles)},
    {"run", "cycles", NULL, "10000", TRAFFIC, INTEGER(cycles, 1, kMaxCycles)},
    {"run", "cycles", NULL, "0", COLLECTIVE | PLAN, INTEGER(cycles, 0, kMaxCycles)},
    {"run", "drain", NULL, "true", ANY, BOOL(drain)},
};

enum { N_KEYS = sizeof kKeys / sizeof kKeys[0] };

static const char *const kSections[] = {"router", "workload", "run"};

enum { N_SECTIONS = sizeof kSections / sizeof kSections[0] };

const scenario_key_t *scenario_keys(size_t *count) {
  *count = N_KEYS;
  return kKeys;
}

const char *scenario_section(const char *name) {
  for (size_t i = 0; i < N_SECTIONS; i++) {
    if (strcmp(kSections[i], name) == 0) {
      return kSections[i];
    }
  }
  return NULL;
}

static const scenario_key_t *find(const char *section, const char *name, unsigned kinds) {
  for (const scenario_key_t *key = kKeys; key < kKeys + N_KEYS; key++) {
    bool named = strcmp(key->name, name) == 0 || (key->alias && strcmp(key->alias, name) == 0);
    if (named && (key->kinds & kinds) != 0 && strcmp(key->section, section) == 0) {
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

bool key_applies(const scenario_key_t *key, const scenario_t *s) {
  if ((key->kinds & 1u << s->workload) == 0) {
    return false;
  }
  if (key->with == NULL) {
    return true;
  }
  const char *value = *(char *const *)(const void *)((const char *)s + key->with_offset);
  const size_t length = value != NULL ? strlen(value) : 0;
  for (const char *word = key->with; length > 0; word = strchr(word, ' ') + 1) {
    if (strncmp(word, value, length) == 0 && (word[length] == ' ' || word[length] == '\0')) {
      return true;
    }
    if (strchr(word, ' ') == NULL) {
      break;
    }
  }
  return false;
}

bool key_has_value(const scenario_key_t *key, const scenario_t *s) {
  return key_applies(key, s) && (!key->optional || key_name(key, s) != NULL);
}

void keys_offer(const char *section, nearest_t *nearest) {
  for (const scenario_key_t *key = kKeys; key < kKeys + N_KEYS; key++) {
    // A key with several rows is offered with its first.
    if (strcmp(key->section, section) == 0 && key_find(section, key->name) == key) {
      nearest_offer(nearest, key->name);
    }
  }
  for (size_t i = 0; i < N_SECTIONS && section[0] == '\0'; i++) {
    nearest_offer(nearest, kSections[i]);
  }
}

const scenario_word_t *scenario_words(const char *section, const char *key, size_t *count) {
  const scenario_key_t *found = key_find(section, key);
  *count = 0;
  while (found != NULL && found->words != NULL && found->words[*count].name != NULL) {
    ++*count;
  }
  return found != NULL ? found->words : NULL;
}
