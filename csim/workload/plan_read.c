// plan_read -- a plan from GOAL text; plan_write.c shows the format. Labels are any words; `cpu N`
// and `nic N` behind an operation are read and left out of account; `//` and `/* */` are comments.

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "network/decimal.h"
#include "network/memory.h"
#include "workload/plan.h"

enum { WORD = 64 };

typedef struct {
  unsigned line, column;  // 1 and up
} place_t;

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
  place_t *placed;  // [operations]: where each begins, for what only the whole plan shows
  uint32_t placed_room;
  plan_t *plan;
  unsigned flit_bytes;
  uint32_t rank;
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

// Skips a comment whose '/' has been read; false if it is none.
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
  advance(r);
  return true;
}

static bool skip_blanks(reader_t *r) {
  while (r->c != EOF && r->c != '\0' && (is_blank(r) || r->c == '/')) {
    const place_t at = r->at;
    const bool comment = r->c == '/';
    advance(r);
    if (comment && !skip_comment(r)) {
      return fail_word(r, at, "/", "a comment, // or /* */");
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
  size_t length = decimal_scan(r->word, value);
  const char *rest = r->word + length;
  if (length == 0 || *value > max || (*rest != '\0' && strcmp(rest, unit) != 0)) {
    char accepted[120];
    (void)snprintf(accepted, sizeof accepted, "%s from 0 to %llu", what, (unsigned long long)max);
    return fail(r, accepted);
  }
  return next_word(r);
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

static bool read_message(reader_t *r, bool send, uint32_t *operation) {
  uint64_t bytes = 0;
  uint64_t peer = 0;
  uint64_t tag = 0;
  place_t peer_at;
  const uint64_t most = (uint64_t)PLAN_MAX_FLITS * r->flit_bytes;
  if (!read_number(r, "b", most, "a size in bytes", &bytes) || !expect(r, send ? "to" : "from")) {
    return false;
  }
  peer_at = r->word_at;
  if (!read_number(r, "", r->plan->nodes - 1, "a rank", &peer)) {
    return false;
  }
  if (strcmp(r->word, "tag") == 0 &&
      (!next_word(r) || !read_number(r, "", UINT32_MAX - 1, "a tag", &tag))) {
    return false;
  }
  if (peer == r->rank) {
    return fail_at(r, peer_at, "a message from a rank to itself", "another rank");
  }
  uint64_t flits = (bytes + r->flit_bytes - 1) / r->flit_bytes;
  flits = flits > 0 ? flits : 1;  // a packet has a head
  *operation = (send ? plan_send : plan_receive)(r->plan, r->rank, (uint32_t)peer, (uint32_t)flits,
                                                 (uint32_t)tag);
  return true;
}

// Remembers where the plan's last operation begins.
static bool place_operation(reader_t *r, place_t at) {
  if (r->plan->ops > r->placed_room) {
    const uint32_t room = r->plan->op_room;
    place_t *placed = realloc(r->placed, room * sizeof *placed);
    if (placed == NULL) {
      return memory_fail(r->error, "the plan");
    }
    r->placed = placed;
    r->placed_room = room;
  }
  if (r->plan->ops > 0) {  // else memory is short, which plan_finish() says
    r->placed[r->plan->ops - 1] = at;
  }
  return true;
}

static bool read_operation(reader_t *r, uint32_t *operation) {
  const place_t at = r->word_at;
  const bool send = strcmp(r->word, "send") == 0;
  if (send || strcmp(r->word, "recv") == 0) {
    if (!next_word(r) || !read_message(r, send, operation)) {
      return false;
    }
  } else if (strcmp(r->word, "calc") == 0) {
    uint64_t cycles = 0;
    if (!next_word(r) || !read_number(r, "", UINT32_MAX, "a number of cycles", &cycles)) {
      return false;
    }
    *operation = plan_calculate(r->plan, r->rank, (uint32_t)cycles);
  } else {
    return fail(r, "'send', 'recv' or 'calc'");
  }
  if (!place_operation(r, at)) {
    return false;
  }
  while (strcmp(r->word, "cpu") == 0 || strcmp(r->word, "nic") == 0) {
    uint64_t unused = 0;
    if (!next_word(r) || !read_number(r, "", UINT32_MAX, "a number", &unused)) {
      return false;
    }
  }
  return true;
}

// "label: operation", "label requires label" or an operation without a label.
static bool read_statement(reader_t *r) {
  uint32_t operation = 0;
  if (strcmp(r->word, "send") == 0 || strcmp(r->word, "recv") == 0 ||
      strcmp(r->word, "calc") == 0) {
    return read_operation(r, &operation);
  }
  char name[WORD];
  const place_t at = r->word_at;
  (void)strcpy(name, r->word);
  if (!next_word(r)) {
    return false;
  }
  if (strcmp(r->word, ":") == 0) {
    return next_word(r) && read_operation(r, &operation) && add_label(r, name, at, operation);
  }
  if (strcmp(r->word, "requires") != 0) {
    return fail_word(r, at, name, "'send', 'recv', 'calc', or a label before ':' or 'requires'");
  }
  uint32_t required = 0;
  if (!find_operation(r, name, at, &operation) || !next_word(r) ||
      !find_operation(r, r->word, r->word_at, &required) || !next_word(r)) {
    return false;
  }
  plan_require(r->plan, operation, required);
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
    if (!read_statement(r)) {
      return false;
    }
  }
  return next_word(r);
}

// What plan_finish() has refused begins with the place of the operation.
static bool place_fault(const reader_t *r) {
  const noc_error_t why = *r->error;
  if (r->plan->fault == kPlanNone || r->placed == NULL) {
    return noc_fail(r->error, why.status, "%s: %s", r->file, why.text);
  }
  const place_t at = r->placed[r->plan->fault];
  return noc_fail(r->error, why.status, "%s:%u:%u: %s", r->file, at.line, at.column, why.text);
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
  if (ranks != nodes) {
    return noc_fail(r->error, NOC_BAD_INPUT,
                    "%s:%u:%u: found %llu ranks; accepted %u, one a node of the topology", r->file,
                    at.line, at.column, (unsigned long long)ranks, nodes);
  }
  while (r->word[0] != '\0') {
    if (!read_rank(r)) {
      return false;
    }
  }
  if (ferror(r->in)) {
    return fail_reading(r);
  }
  return plan_finish(r->plan, r->error) || place_fault(r);
}

plan_t *plan_read_stream(FILE *in, const char *file, unsigned flit_bits, uint32_t nodes,
                         noc_error_t *error) {
  reader_t r = {.file = file, .in = in, .at = {1, 1}, .flit_bytes = flit_bits / 8, .error = error};
  r.c = getc(in);
  r.plan = plan_create(nodes, error);
  bool ok = r.plan != NULL && read_plan(&r, nodes);
  free(r.label);
  free(r.placed);
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
