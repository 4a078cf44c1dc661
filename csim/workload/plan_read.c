// plan_read -- a plan from GOAL text; docs/plans.md has the format. It takes all that the scanner of
// LogGOPSim takes (src/LogGOPSim/txt2bin.re in github.com/spcl/LogGOPSim), but nic above 0, and items.

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "network/decimal.h"
#include "network/memory.h"
#include "workload/plan.h"

enum { WORD = 64 };

typedef plan_place_t place_t;

// A label of the rank being read, in a hash table.
typedef struct {
  char name[WORD];
  uint32_t operation;
} label_t;

typedef struct {
  const char *file;
  FILE *in;
  int c;            // the next character; EOF at the end
  place_t at;       // its place
  char word[WORD];  // the current word; "" at the end of the file
  place_t word_at;  // where it begins
  plan_t *plan;
  unsigned flit_bytes;
  uint32_t rank;
  uint32_t blocks;  // in all ranks so far
  label_t *label;
  uint32_t labels, label_room;  // room: a power of two
  noc_error_t *error;
} reader_t;

static bool fail_at(const reader_t *r, place_t at, const char *found, const char *accepted) {
  return noc_fail(r->error, NOC_BAD_INPUT, "%s:%u:%u: found %s; accepted %s", r->file, at.line,
                  at.column, found, accepted);
}

static bool fail_reading(const reader_t *r) {
  return noc_fail(r->error, NOC_BAD_INPUT, "%s: cannot be read: %s", r->file, strerror(errno));
}

static bool fail_word(const reader_t *r, place_t at, const char *word, const char *accepted) {
  char found[WORD + 2];
  (void)snprintf(found, sizeof found, "'%s'", word);
  return fail_at(r, at, found, accepted);
}

// At the current word.
static bool fail(const reader_t *r, const char *accepted) {
  if (ferror(r->in)) {
    return fail_reading(r);
  }
  return r->word[0] == '\0' ? fail_at(r, r->word_at, "the end of the file", accepted)
                            : fail_word(r, r->word_at, r->word, accepted);
}

static void advance(reader_t *r) {
  r->at.column++;
  if (r->c == '\n') {
    r->at = (place_t){r->at.line + 1, 1};
  }
  r->c = getc(r->in);
}

// The next character ends a word, or stands between words. NUL is found by strchr() as well.
static bool is_blank(const reader_t *r) {
  return r->c == EOF || strchr(" \t\r\n", r->c) != NULL;
}

// Skips a comment whose '/' has been read; false if it is none, or has no end.
static bool skip_comment(reader_t *r) {
  if (r->c == '/') {
    while (r->c != '\n' && r->c != EOF) {
      advance(r);
    }
    return true;
  }
  if (r->c != '*') {
    return false;
  }
  advance(r);
  for (int last = 0; r->c != EOF && !(last == '*' && r->c == '/');) {
    last = r->c;
    advance(r);
  }
  const bool closed = r->c == '/';
  advance(r);
  return closed;
}

static bool skip_blanks(reader_t *r) {
  while (r->c != EOF && r->c != '\0' && (is_blank(r) || r->c == '/')) {
    const place_t at = r->at;
    const bool comment = r->c == '/';
    advance(r);
    if (comment && !skip_comment(r)) {
      return fail_word(r, at, "/", "a comment, // to the end of the line or /* to */");
    }
  }
  return true;
}

// Words end at blanks; '{', '}' and ':' are words of their own.
static bool next_word(reader_t *r) {
  if (!skip_blanks(r)) {
    return false;
  }
  size_t length = 0;
  bool alone = false;
  r->word_at = r->at;
  while (!is_blank(r) && r->c != '/' && !alone) {
    alone = strchr("{}:", r->c) != NULL;
    if (alone && length > 0) {
      break;
    }
    if (length == WORD - 1) {
      r->word[length] = '\0';
      return fail(r, "words of up to 63 characters");
    }
    r->word[length++] = (char)r->c;
    advance(r);
  }
  r->word[length] = '\0';
  if (r->c == '\0') {
    return fail_at(r, r->at, "a NUL character", "text");
  }
  return true;
}

static bool expect(reader_t *r, const char *word) {
  if (strcmp(r->word, word) != 0) {
    char accepted[WORD + 2];
    (void)snprintf(accepted, sizeof accepted, "'%.60s'", word);
    return fail(r, accepted);
  }
  return next_word(r);
}

// A number, with an optional unit letter directly behind it.
static bool read_number(reader_t *r, const char *unit, uint64_t max, const char *what,
                        uint64_t *value) {
  const char *digits = r->word;
  while (digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9') {
    digits++;
  }
  size_t length = decimal_scan(digits, value);
  const char *rest = digits + length;
  if (length == 0 || *value > max || (*rest != '\0' && strcmp(rest, unit) != 0)) {
    char accepted[120];
    (void)snprintf(accepted, sizeof accepted, "%s from 0 to %llu", what, (unsigned long long)max);
    return fail(r, accepted);
  }
  const bool unit_follows = *rest == '\0' && unit[0] != '\0';
  return next_word(r) && (!unit_follows || strcmp(r->word, unit) != 0 || next_word(r));
}

// A number, or -1, which stands for any.
static bool read_or_any(reader_t *r, uint64_t max, const char *what, uint32_t *value) {
  uint64_t number = kPlanAny;
  if (strcmp(r->word, "-1") == 0 ? !next_word(r) : !read_number(r, "", max, what, &number)) {
    return false;
  }
  *value = (uint32_t)number;
  return true;
}

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
    return memory_fail(r->error, "the plan's labels");
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
    return fail_word(r, at, name, "a label that this rank does not have yet");
  }
  (void)strcpy(label->name, name);
  label->operation = operation;
  r->labels++;
  return true;
}

static bool find_operation(const reader_t *r, const char *name, place_t at, uint32_t *operation) {
  const label_t *label = r->label_room > 0 ? find_label(r, name) : NULL;
  if (label == NULL || label->name[0] == '\0') {
    return fail_word(r, at, name, "a label of an operation above, in this rank");
  }
  *operation = label->operation;
  return true;
}

// --- operations ----------------------------------------------------------------------------------

// Bytes, in flits: at least one, since a packet has a head.
static bool read_size(reader_t *r, uint32_t *flits) {
  uint64_t bytes = 0;
  const uint64_t most = (uint64_t)PLAN_MAX_SIZE * r->flit_bytes;
  if (!read_number(r, "b", most, "a size in bytes", &bytes)) {
    return false;
  }
  *flits = (uint32_t)((bytes + r->flit_bytes - 1) / r->flit_bytes);
  *flits = *flits > 0 ? *flits : 1;
  return true;
}

// A label that stands above.
static bool read_item(reader_t *r, uint32_t *item) {
  return find_operation(r, r->word, r->word_at, item) && next_word(r);
}

static bool read_message(reader_t *r, bool send, uint32_t *operation) {
  uint32_t flits = 0;
  uint64_t rank = 0;
  uint32_t peer = 0;
  uint32_t tag = 0;
  uint32_t item = 0;
  const uint32_t last = r->plan->nodes - 1;
  if (!read_size(r, &flits) || !expect(r, send ? "to" : "from")) {
    return false;
  }
  const place_t peer_at = r->word_at;
  if (send ? !read_number(r, "", last, "a rank", &rank)
           : !read_or_any(r, last, "-1 for any rank, or a rank", &peer)) {
    return false;
  }
  peer = send ? (uint32_t)rank : peer;
  if (strcmp(r->word, "tag") == 0 &&
      (!next_word(r) || !read_or_any(r, UINT32_MAX - 1, "-1 for any tag, or a tag", &tag))) {
    return false;
  }
  if (peer == r->rank) {
    return fail_at(r, peer_at, "a message from a rank to itself", "another rank");
  }
  if (send && strcmp(r->word, "of") == 0) {
    if (!next_word(r) || !read_item(r, &item)) {
      return false;
    }
    *operation = plan_send_item(r->plan, r->rank, peer, flits, tag, item);
    return true;
  }
  *operation = (send ? plan_send : plan_receive)(r->plan, r->rank, peer, flits, tag);
  return true;
}

// The items behind a join are counted beforehand, since nothing marks the end of a statement.
static bool read_join(reader_t *r, uint32_t *operation) {
  enum { MOST = 1 << 16 };
  uint64_t count = 0;
  if (!read_number(r, "", MOST, "a number of items", &count)) {
    return false;
  }
  uint32_t *item = malloc(((size_t)count + 1) * sizeof *item);
  bool ok = item != NULL || memory_fail(r->error, "the plan");
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

// Remembers where the plan's last operation begins.
static bool place_operation(reader_t *r, place_t at) {
  plan_t *p = r->plan;
  if (p->ops > p->place_room) {
    place_t *place = realloc(p->place, p->op_room * sizeof *place);
    if (place == NULL) {
      return memory_fail(r->error, "the plan");
    }
    p->place = place;
    p->place_room = p->op_room;
  }
  if (p->ops > 0) {  // else memory is short, which plan_finish() says
    p->place[p->ops - 1] = at;
  }
  return true;
}

// The processor and interface of an operation.
static bool read_places(reader_t *r, uint32_t operation) {
  for (;;) {
    uint64_t number = 0;
    if (strcmp(r->word, "cpu") == 0) {
      if (!next_word(r) || !read_number(r, "", PLAN_MAX_CPU, "a processor", &number)) {
        return false;
      }
      plan_set_cpu(r->plan, operation, (uint8_t)number);
    } else if (strcmp(r->word, "nic") == 0) {
      if (!next_word(r) || !read_number(r, "", 0, "the one interface of a node,", &number)) {
        return false;
      }
    } else {
      return true;
    }
  }
}

static bool is_made(const char *word) {
  return strcmp(word, "block") == 0 || strcmp(word, "xor") == 0 || strcmp(word, "join") == 0;
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
    if (!read_number(r, "", UINT32_MAX, "a number of cycles", &cycles)) {
      return false;
    }
    *operation = plan_calculate(r->plan, r->rank, (uint32_t)cycles);
  } else if (!read_message(r, strcmp(kind, "send") == 0, operation)) {
    return false;
  }
  return place_operation(r, at) && (made || read_places(r, *operation));
}

// Behind "label:".
static bool read_labelled(reader_t *r, const char *name, place_t name_at) {
  uint32_t operation = 0;
  char kind[WORD];
  const place_t at = r->word_at;
  if (!is_operation(r->word) && !is_made(r->word)) {
    return fail(r, "'send', 'recv', 'calc', 'block', 'xor' or 'join'");
  }
  (void)strcpy(kind, r->word);
  return next_word(r) && read_operation(r, kind, at, &operation) &&
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
  const double bytes = operations * (sizeof(plan_op_t) + sizeof(place_t) + A_CHECK + items) +
                       edges * (sizeof(plan_edge_t) + sizeof(uint32_t));
  return memory_check(bytes, r->file, r->error);
}

// "label: operation", "label requires label", "label irequires label" or an operation without a label.
// A label may be called as what makes an item, which LogGOPSim does not know.
static bool read_statement(reader_t *r) {
  uint32_t operation = 0;
  char name[WORD];
  const place_t at = r->word_at;
  (void)strcpy(name, r->word);
  if (!next_word(r)) {
    return false;
  }
  if (is_operation(name)) {
    return read_operation(r, name, at, &operation);
  }
  if (strcmp(r->word, ":") == 0) {
    return next_word(r) && read_labelled(r, name, at);
  }
  const bool start = strcmp(r->word, "irequires") == 0;
  if (!start && strcmp(r->word, "requires") != 0) {
    return is_made(name)
               ? read_operation(r, name, at, &operation)
               : fail_word(r, at, name,
                           "'send', 'recv', 'calc', 'block', 'xor', 'join', or a label before ':', "
                           "'requires' or 'irequires'");
  }
  uint32_t required = 0;
  if (!find_operation(r, name, at, &operation) || !next_word(r) ||
      !find_operation(r, r->word, r->word_at, &required) || !next_word(r)) {
    return false;
  }
  (start ? plan_require_start : plan_require)(r->plan, operation, required);
  return true;
}

static bool read_rank(reader_t *r) {
  uint64_t rank = 0;
  if (!expect(r, "rank") || !read_number(r, "", r->plan->nodes - 1, "a rank", &rank) ||
      !expect(r, "{")) {
    return false;
  }
  r->rank = (uint32_t)rank;
  r->labels = 0;
  if (r->label_room > 0) {
    memset(r->label, 0, r->label_room * sizeof *r->label);
  }
  while (strcmp(r->word, "}") != 0) {
    if (r->word[0] == '\0') {
      return fail(r, "an operation, or '}'");
    }
    if (!read_statement(r) || !check_memory(r)) {
      return false;
    }
  }
  return next_word(r);
}

static bool create_plan(reader_t *r, uint32_t ranks) {
  r->plan = plan_create(ranks, r->error);
  if (r->plan == NULL) {
    return false;
  }
  r->plan->file = strdup(r->file);
  return r->plan->file != NULL || memory_fail(r->error, "the plan");
}

static bool read_plan(reader_t *r, uint32_t nodes) {
  uint64_t ranks = 0;
  if (!next_word(r) || !expect(r, "num_ranks")) {
    return false;
  }
  const place_t at = r->word_at;
  if (!read_number(r, "", UINT32_MAX, "a number of ranks", &ranks)) {
    return false;
  }
  if (ranks == 0 || ranks > nodes) {
    return noc_fail(r->error, NOC_BAD_INPUT,
                    "%s:%u:%u: found %llu ranks; accepted 1 to %u, the nodes of the topology",
                    r->file, at.line, at.column, (unsigned long long)ranks, nodes);
  }
  if (!create_plan(r, (uint32_t)ranks)) {
    return false;
  }
  while (r->word[0] != '\0') {
    if (!read_rank(r)) {
      return false;
    }
  }
  if (ferror(r->in)) {
    return fail_reading(r);
  }
  return plan_finish(r->plan, r->error);
}

plan_t *plan_read_stream(FILE *in, const char *file, unsigned flit_bits, uint32_t nodes,
                         noc_error_t *error) {
  reader_t r = {.file = file, .in = in, .at = {1, 1}, .flit_bytes = flit_bits / 8, .error = error};
  r.c = getc(in);
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
    (void)noc_fail(error, NOC_BAD_INPUT, "%s: cannot be opened: %s", file, strerror(errno));
    return NULL;
  }
  plan_t *plan = plan_read_stream(in, file, flit_bits, nodes, error);
  (void)fclose(in);
  return plan;
}
