// plan_read -- a plan from GOAL text; docs/plans.md has the format. It takes all that the scanner
// of LogGOPSim takes (src/LogGOPSim/txt2bin.re in github.com/spcl/LogGOPSim), but nic above 0, and
// items, multicasts and paths.

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/input_watch.h"
#include "base/memory.h"
#include "base/node_set.h"
#include "plan/plan_words.h"

// A label of the rank being read, in a hash table.
typedef struct {
  char name[WORD];
  uint32_t operation;
} label_t;

typedef struct {
  words_t words;
  plan_t *plan;
  unsigned flit_bytes;
  uint32_t rank;
  uint32_t blocks;  // in all ranks so far
  label_t *label;
  uint32_t labels, label_room;  // room: a power of two
} reader_t;

// --- labels --------------------------------------------------------------------------------------

static label_t *find_label(const reader_t *r, const char *name) {
  uint32_t hash = 2166136261u;  // FNV-1a
  for (const char *c = name; *c != '\0'; c++) {
    hash = (hash ^ (unsigned char)*c) * 16777619u;
  }
  uint32_t i = hash & (r->label_room - 1);
  while (r->label[i].name[0] != '\0' && strcmp(r->label[i].name, name) != 0) {
    i = (i + 1) & (r->label_room - 1);
  }
  return &r->label[i];
}

static bool grow_labels(reader_t *r) {
  label_t *old = r->label;
  uint32_t old_room = r->label_room;
  r->label_room = old_room == 0 ? 64 : 2 * old_room;
  r->label = calloc(r->label_room, sizeof *r->label);
  if (r->label == NULL) {
    r->label = old;
    r->label_room = old_room;
    return memory_fail(r->words.error, "the plan's labels");
  }
  for (uint32_t i = 0; i < old_room; i++) {
    if (old[i].name[0] != '\0') {
      *find_label(r, old[i].name) = old[i];
    }
  }
  free(old);
  return true;
}

static bool add_label(reader_t *r, const char *name, place_t at, uint32_t operation) {
  if (2 * (r->labels + 1) > r->label_room && !grow_labels(r)) {
    return false;
  }
  label_t *label = find_label(r, name);
  if (label->name[0] != '\0') {
    return words_fail_word(&r->words, at, name, "a label that this rank does not have yet");
  }
  (void)strcpy(label->name, name);
  label->operation = operation;
  r->labels++;
  return true;
}

static bool find_operation(const reader_t *r, const char *name, place_t at, uint32_t *operation) {
  const label_t *label = r->label_room > 0 ? find_label(r, name) : NULL;
  if (label == NULL || label->name[0] == '\0') {
    return words_fail_word(&r->words, at, name, "a label of an operation above, in this rank");
  }
  *operation = label->operation;
  return true;
}

// --- multicasts ----------------------------------------------------------------------------------

// An mcast behind its size; docs/plans.md, "Multicasts":
//
//   to 1,3,5-7 tag 2                          a tree worm
//   to 3,7 tag 2 path 2 3,0x3,1 7,0x1         a path worm: 2 pairs of node, ports and class
//   to 3,7 tag 2 forward 2 0>3 3>7            passed on by interfaces: 2 branches

// Reads the words of a set, one behind the other: it goes on behind a comma. The caller frees the
// text.
static char *read_list(reader_t *r) {
  char *text = NULL;
  size_t length = 0;
  size_t room = 0;
  bool more = true;
  while (more) {
    const size_t word = strlen(r->words.word);
    if (length + word + 1 > room) {
      room = 2 * (length + word + 1);
      char *grown = realloc(text, room);
      if (grown == NULL) {
        free(text);
        (void)memory_fail(r->words.error, "the plan");
        return NULL;
      }
      text = grown;
    }
    memcpy(text + length, r->words.word, word + 1);
    length += word;
    more = word > 0 && text[length - 1] == ',';
    if (!words_next(&r->words)) {
      free(text);
      return NULL;
    }
  }
  return text;
}

static bool read_destinations(reader_t *r, node_set_t *to) {
  const place_t at = r->words.word_at;
  if (r->words.word[0] == '\0' || strcmp(r->words.word, "tag") == 0) {
    return words_fail(&r->words, "ranks, such as 0-7,9");
  }
  char *text = read_list(r);
  if (text == NULL) {
    return false;
  }
  noc_error_t why = {0};
  bool ok = node_set_parse(text, r->plan->nodes, to, &why);
  free(text);
  if (!ok && why.status == NOC_BAD_INPUT) {
    return noc_fail(r->words.error, why.status, "%s:%u:%u: %s", r->words.file, at.line, at.column,
                    why.text);
  }
  if (!ok) {
    *r->words.error = why;
    return false;
  }
  if (node_set_contains(to, r->rank)) {
    node_set_free(to);
    return words_fail_at(&r->words, at, "a multicast from a rank to itself", "other ranks");
  }
  return true;
}

// A number of a pair or branch, up to `most`, at *at, which moves behind it.
static bool scan(const char **at, uint64_t most, uint32_t *number) {
  uint64_t value = 0;
  const size_t length = decimal_scan(*at, &value);
  *at += length;
  *number = (uint32_t)value;
  return length > 0 && value <= most;
}

static bool scan_mask(const char **at, uint32_t *mask) {
  enum { DIGITS = 4 };  // of the ports of a router
  static const char kDigits[] = "0123456789abcdef";
  unsigned digits = 0;
  *mask = 0;
  if (strncmp(*at, "0x", 2) != 0) {
    return false;
  }
  for (*at += 2; digits <= DIGITS && **at != '\0' && strchr(kDigits, **at) != NULL; ++*at) {
    *mask = *mask << 4 | (uint32_t)(strchr(kDigits, **at) - kDigits);
    digits++;
  }
  return digits > 0 && digits <= DIGITS && *mask > 0;
}

static bool read_pair(reader_t *r, uint32_t multicast) {
  const char *at = r->words.word;
  plan_pair_t pair = {.vc_class = kPlanAny};
  bool ok =
      scan(&at, r->plan->nodes - 1, &pair.node) && *at++ == ',' && scan_mask(&at, &pair.ports);
  if (ok && *at == ',') {
    at++;
    ok = scan(&at, PLAN_MAX_CLASS, &pair.vc_class);
  }
  if (!ok || *at != '\0') {
    return words_fail(&r->words,
                      "a pair of a path worm, RANK,PORTS or RANK,PORTS,CLASS, such as 5,0x3,1");
  }
  plan_add_pair(r->plan, multicast, pair);
  return words_next(&r->words);
}

static bool read_branch(reader_t *r, uint32_t multicast) {
  const uint32_t last = r->plan->nodes - 1;
  const char *at = r->words.word;
  plan_branch_t branch;
  if (!scan(&at, last, &branch.parent) || *at++ != '>' || !scan(&at, last, &branch.child) ||
      *at != '\0') {
    return words_fail(&r->words, "a branch, RANK>RANK, such as 0>5");
  }
  plan_add_branch(r->plan, multicast, branch);
  return words_next(&r->words);
}

// The pairs or branches, behind their number.
static bool read_carrier(reader_t *r, uint32_t multicast) {
  const bool path = strcmp(r->words.word, "path") == 0;
  uint64_t count = 0;
  if (!path && strcmp(r->words.word, "forward") != 0) {
    return true;
  }
  if (!words_next(&r->words)) {
    return false;
  }
  if (!words_count(&r->words, r->plan->nodes, path ? "a number of pairs" : "a number of branches",
                   &count)) {
    return false;
  }
  for (uint64_t k = 0; k < count; k++) {
    if (!(path ? read_pair(r, multicast) : read_branch(r, multicast))) {
      return false;
    }
  }
  return true;
}

static bool read_multicast(reader_t *r, uint32_t flits, uint32_t *operation) {
  words_t *words = &r->words;
  uint64_t tag = 0;
  node_set_t to = {0};
  if (!words_expect(words, "to") || !read_destinations(r, &to)) {
    return false;
  }
  const bool ok = strcmp(words->word, "tag") != 0 ||
                  (words_next(words) && words_number(words, "", UINT32_MAX - 1, "a tag", &tag));
  if (ok) {
    *operation = plan_multicast(r->plan, r->rank, to.node, to.count, flits, (uint32_t)tag);
  }
  node_set_free(&to);
  return ok && read_carrier(r, *operation);
}

// --- operations ----------------------------------------------------------------------------------

// Bytes, in flits: at least one, since a packet has a head.
static bool read_size(reader_t *r, uint32_t *flits) {
  uint64_t bytes = 0;
  const uint64_t most = (uint64_t)PLAN_MAX_SIZE * r->flit_bytes;
  if (!words_number(&r->words, "b", most, "a size in bytes", &bytes)) {
    return false;
  }
  *flits = (uint32_t)((bytes + r->flit_bytes - 1) / r->flit_bytes);
  *flits = *flits > 0 ? *flits : 1;
  return true;
}

// A label that stands above.
static bool read_item(reader_t *r, uint32_t *item) {
  return find_operation(r, r->words.word, r->words.word_at, item) && words_next(&r->words);
}

// Reads "PORT" or "PORT,CLASS".
static bool read_hop(reader_t *r, plan_hop_t *hop) {
  enum { PORTS = 1 << 16 };  // the network, which has fewer, is asked later
  const char *at = r->words.word;
  *hop = (plan_hop_t){.vc_class = kPlanAny};
  bool ok = scan(&at, PORTS, &hop->port);
  if (ok && *at == ',') {
    at++;
    ok = scan(&at, PLAN_MAX_CLASS, &hop->vc_class);
  }
  if (!ok || *at != '\0') {
    return words_fail(&r->words, "a hop of a path, PORT or PORT,CLASS, such as 2,1");
  }
  return words_next(&r->words);
}

// The path of a send, if it has one of its own. The hops are counted beforehand, as the items of a
// join are.
static bool read_path(reader_t *r, uint32_t send) {
  plan_hop_t hop[PLAN_MAX_HOPS];
  uint64_t count = 0;
  if (strcmp(r->words.word, "via") != 0) {
    return true;
  }
  if (!words_next(&r->words) ||
      !words_number(&r->words, "", PLAN_MAX_HOPS, "a number of hops", &count)) {
    return false;
  }
  for (uint64_t k = 0; k < count; k++) {
    if (!read_hop(r, &hop[k])) {
      return false;
    }
  }
  plan_send_via(r->plan, send, hop, (uint32_t)count);
  return true;
}

static bool read_message(reader_t *r, bool send, uint32_t *operation) {
  uint32_t flits = 0;
  uint64_t rank = 0;
  uint32_t peer = 0;
  uint32_t tag = 0;
  uint32_t item = 0;
  const uint32_t last = r->plan->nodes - 1;
  if (!read_size(r, &flits) || !words_expect(&r->words, send ? "to" : "from")) {
    return false;
  }
  const place_t peer_at = r->words.word_at;
  if (send ? !words_number(&r->words, "", last, "a rank", &rank)
           : !words_or_any(&r->words, last, "-1 for any rank, or a rank", &peer)) {
    return false;
  }
  peer = send ? (uint32_t)rank : peer;
  if (strcmp(r->words.word, "tag") == 0 &&
      (!words_next(&r->words) ||
       !words_or_any(&r->words, UINT32_MAX - 1, "-1 for any tag, or a tag", &tag))) {
    return false;
  }
  if (peer == r->rank) {
    return words_fail_at(&r->words, peer_at, "a message from a rank to itself", "another rank");
  }
  if (send && strcmp(r->words.word, "of") == 0) {
    if (!words_next(&r->words) || !read_item(r, &item)) {
      return false;
    }
    *operation = plan_send_item(r->plan, r->rank, peer, flits, tag, item);
    return read_path(r, *operation);
  }
  *operation = (send ? plan_send : plan_receive)(r->plan, r->rank, peer, flits, tag);
  return !send || read_path(r, *operation);
}

// The items behind a join are counted beforehand, since nothing marks the end of a statement.
static bool read_join(reader_t *r, uint32_t *operation) {
  enum { MOST = 1 << 16 };
  uint64_t count = 0;
  if (!words_number(&r->words, "", MOST, "a number of items", &count)) {
    return false;
  }
  uint32_t *item = malloc(((size_t)count + 1) * sizeof *item);
  bool ok = item != NULL || memory_fail(r->words.error, "the plan");
  for (uint32_t k = 0; ok && k < count; k++) {
    ok = read_item(r, &item[k]);
  }
  if (ok) {
    *operation = plan_join(r->plan, r->rank, item, (uint32_t)count);
  }
  free(item);
  return ok;
}

static bool read_made(reader_t *r, const char *kind, uint32_t *operation) {
  uint32_t flits = 0;
  uint32_t a = 0;
  uint32_t b = 0;
  if (strcmp(kind, "join") == 0) {
    return read_join(r, operation);
  }
  if (!read_size(r, &flits)) {
    return false;
  }
  if (strcmp(kind, "mcast") == 0) {
    return read_multicast(r, flits, operation);
  }
  if (strcmp(kind, "block") == 0) {
    *operation = plan_block(r->plan, r->rank, flits, r->blocks++);
    return true;
  }
  if (!read_item(r, &a) || !read_item(r, &b)) {
    return false;
  }
  *operation = plan_xor(r->plan, r->rank, flits, a, b);
  return true;
}

// Remembers where the plan's last operation begins, `operation` with its copies.
static bool place_operation(reader_t *r, uint32_t operation, place_t at) {
  plan_t *p = r->plan;
  if (p->ops > p->place_room) {
    place_t *place = realloc(p->place, p->op_room * sizeof *place);
    if (place == NULL) {
      return memory_fail(r->words.error, "the plan");
    }
    p->place = place;
    p->place_room = p->op_room;
  }
  for (uint32_t i = operation; i < p->ops; i++) {  // none if memory is short, as plan_finish() says
    p->place[i] = at;
  }
  return true;
}

// The processor and interface of an operation.
static bool read_places(reader_t *r, uint32_t operation) {
  for (;;) {
    uint64_t number = 0;
    if (strcmp(r->words.word, "cpu") == 0) {
      if (!words_next(&r->words) ||
          !words_number(&r->words, "", PLAN_MAX_CPU, "a processor", &number)) {
        return false;
      }
      plan_set_cpu(r->plan, operation, (uint8_t)number);
    } else if (strcmp(r->words.word, "nic") == 0) {
      if (!words_next(&r->words) ||
          !words_number(&r->words, "", 0, "the one interface of a node,", &number)) {
        return false;
      }
    } else {
      return true;
    }
  }
}

// Says whether a word is one that LogGOPSim does not know.
static bool is_made(const char *word) {
  return strcmp(word, "block") == 0 || strcmp(word, "xor") == 0 || strcmp(word, "join") == 0 ||
         strcmp(word, "mcast") == 0;
}

static bool is_operation(const char *word) {
  return strcmp(word, "send") == 0 || strcmp(word, "recv") == 0 || strcmp(word, "calc") == 0;
}

// The word before the current one is `kind`, an operation that began at `at`.
static bool read_operation(reader_t *r, const char *kind, place_t at, uint32_t *operation) {
  const bool made = is_made(kind);
  if (made) {
    if (!read_made(r, kind, operation)) {
      return false;
    }
  } else if (strcmp(kind, "calc") == 0) {
    uint64_t cycles = 0;
    if (!words_number(&r->words, "", UINT32_MAX, "a number of cycles", &cycles)) {
      return false;
    }
    *operation = plan_calculate(r->plan, r->rank, (uint32_t)cycles);
  } else if (!read_message(r, strcmp(kind, "send") == 0, operation)) {
    return false;
  }
  return place_operation(r, *operation, at) && (made || read_places(r, *operation));
}

// Reads an operation and what follows it, after "label:".
static bool read_labelled(reader_t *r, const char *name, place_t name_at) {
  uint32_t operation = 0;
  char kind[WORD];
  const place_t at = r->words.word_at;
  if (!is_operation(r->words.word) && !is_made(r->words.word)) {
    return words_fail(&r->words, "'send', 'recv', 'calc', 'mcast', 'block', 'xor' or 'join'");
  }
  (void)strcpy(kind, r->words.word);
  return words_next(&r->words) && read_operation(r, kind, at, &operation) &&
         add_label(r, name, name_at, operation);
}

// Now and then, whether the plan so far, and what its check and the engine take, fit.
static bool check_memory(const reader_t *r) {
  enum { OFTEN = 1 << 18, A_CHECK = 40 };
  const plan_t *p = r->plan;
  const double operations = p->ops;
  const double edges = (double)p->edges + p->start_edges;
  if ((p->ops + p->edges + p->start_edges) % OFTEN != 0) {
    return true;
  }
  const double items = p->has_items ? 2 * sizeof(plan_edge_t) + sizeof(plan_data_t) : 0;
  const double paths =
      (double)p->paths * sizeof(plan_path_t) + (double)p->hops * sizeof(plan_hop_t);
  const double bytes = operations * (sizeof(plan_op_t) + sizeof(place_t) + A_CHECK + items) +
                       edges * (sizeof(plan_edge_t) + sizeof(uint32_t)) + 2 * paths;
  return memory_check(bytes, r->words.file, r->words.error);
}

// "label: operation", "label requires label", "label irequires label" or an operation without a
// label. A label may be called as what LogGOPSim does not know.
static bool read_statement(reader_t *r) {
  uint32_t operation = 0;
  char name[WORD];
  const place_t at = r->words.word_at;
  (void)strcpy(name, r->words.word);
  if (!words_next(&r->words)) {
    return false;
  }
  if (is_operation(name)) {
    return read_operation(r, name, at, &operation);
  }
  if (strcmp(r->words.word, ":") == 0) {
    return words_next(&r->words) && read_labelled(r, name, at);
  }
  const bool start = strcmp(r->words.word, "irequires") == 0;
  if (!start && strcmp(r->words.word, "requires") != 0) {
    return is_made(name)
               ? read_operation(r, name, at, &operation)
               : words_fail_word(
                     &r->words, at, name,
                     "'send', 'recv', 'calc', 'mcast', 'block', 'xor', 'join', or a label before "
                     "':', "
                     "'requires' or 'irequires'");
  }
  uint32_t required = 0;
  if (!find_operation(r, name, at, &operation) || !words_next(&r->words) ||
      !find_operation(r, r->words.word, r->words.word_at, &required) || !words_next(&r->words)) {
    return false;
  }
  (start ? plan_require_start : plan_require)(r->plan, operation, required);
  return true;
}

static bool read_rank(reader_t *r) {
  uint64_t rank = 0;
  if (!words_expect(&r->words, "rank") ||
      !words_number(&r->words, "", r->plan->nodes - 1, "a rank", &rank) ||
      !words_expect(&r->words, "{")) {
    return false;
  }
  r->rank = (uint32_t)rank;
  r->labels = 0;
  if (r->label_room > 0) {
    memset(r->label, 0, r->label_room * sizeof *r->label);
  }
  while (strcmp(r->words.word, "}") != 0) {
    if (r->words.word[0] == '\0') {
      return words_fail(&r->words, "an operation, or '}'");
    }
    if (!read_statement(r) || !check_memory(r)) {
      return false;
    }
  }
  return words_next(&r->words);
}

static bool create_plan(reader_t *r, uint32_t ranks) {
  r->plan = plan_create(ranks, r->words.error);
  if (r->plan == NULL) {
    return false;
  }
  r->plan->file = strdup(r->words.file);
  return r->plan->file != NULL || memory_fail(r->words.error, "the plan");
}

static bool read_plan(reader_t *r, uint32_t nodes) {
  uint64_t ranks = 0;
  if (!words_next(&r->words) || !words_expect(&r->words, "num_ranks")) {
    return false;
  }
  const place_t at = r->words.word_at;
  if (!words_number(&r->words, "", UINT32_MAX, "a number of ranks", &ranks)) {
    return false;
  }
  if (ranks == 0 || ranks > nodes) {
    return noc_fail(
        r->words.error, NOC_BAD_INPUT,
        "%s:%u:%u: " SAY_THERE_IS("a plan of %llu ranks", "1 to %u, the nodes of the topology"),
        r->words.file, at.line, at.column, (unsigned long long)ranks, nodes);
  }
  if (!create_plan(r, (uint32_t)ranks)) {
    return false;
  }
  while (r->words.word[0] != '\0') {
    if (!read_rank(r)) {
      return false;
    }
  }
  if (ferror(r->words.in)) {
    return words_fail_reading(&r->words);
  }
  return plan_finish(r->plan, r->words.error);
}

plan_t *plan_read_stream(FILE *in, const char *file, unsigned flit_bits, uint32_t nodes,
                         noc_error_t *error) {
  reader_t r = {.words = {.file = file, .in = in, .at = {1, 1}, .error = error},
                .flit_bytes = flit_bits / 8};
  r.words.c = getc(in);
  const bool ok = read_plan(&r, nodes);
  free(r.label);
  if (!ok) {
    plan_free(r.plan);
    return NULL;
  }
  return r.plan;
}

plan_t *plan_read_goal(const char *file, unsigned flit_bits, uint32_t nodes, noc_error_t *error) {
  FILE *in = fopen(file, "r");
  if (in == NULL) {
    (void)noc_fail_file(error, file, "opened");
    return NULL;
  }
  input_opened(file);
  plan_t *plan = plan_read_stream(in, file, flit_bits, nodes, error);
  (void)fclose(in);
  return plan;
}
