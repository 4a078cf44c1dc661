// proof -- see proof.h.

#include "schedule/proof.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text_input.h"

enum { MOST_LITERALS = 1 << 29 };

// --- writing -------------------------------------------------------------------------------------

typedef struct {
  const cnf_t *f;
  FILE *dimacs, *proof;
  uint32_t clauses;  // of symmetries
  uint32_t symmetries;
  bool count;  // only
  uint32_t last;
} writer_t;

static void write_clause(FILE *out, const int32_t *clause, uint32_t length) {
  for (uint32_t i = 0; i < length; i++) {
    (void)fprintf(out, "%" PRId32 " ", clause[i]);
  }
  (void)fputs("0\n", out);
}

// The symmetry that swaps two steps and nothing else.
static void write_swap(const writer_t *w, uint32_t step) {
  const topology_t *t = w->f->p->topology;
  (void)fputs("a", w->proof);
  for (uint32_t i = 0; i < t->routers; i++) {
    (void)fprintf(w->proof, " %u", i);
  }
  for (uint32_t i = 0; i < t->nodes; i++) {
    (void)fprintf(w->proof, " %u", i);
  }
  for (uint32_t i = 0; i < w->f->steps; i++) {
    (void)fprintf(w->proof, " %u", i == step ? step - 1 : i + 1 == step ? step : i);
  }
  (void)fputs(" 0\n", w->proof);
}

static bool write_symmetric(void *context, uint32_t step, const int32_t *clause, uint32_t length) {
  writer_t *w = context;
  w->clauses++;
  if (!w->count) {
    write_clause(w->dimacs, clause, length);
    (void)fprintf(w->proof, "y %u ", step - 1);
    write_clause(w->proof, clause, length);
  }
  return true;
}

bool proof_write(const cnf_t *f, FILE *dimacs, FILE *proof, noc_error_t *error) {
  writer_t w = {.f = f, .dimacs = dimacs, .proof = proof, .count = true};
  if (!cnf_order_steps(f, write_symmetric, &w, error)) {
    return false;
  }
  (void)fprintf(dimacs, "p cnf %" PRId32 " %u\n", f->variables, f->clauses + w.clauses);
  for (uint32_t i = 0, begin = 0; i < f->literals; i++) {
    if (f->literal[i] == 0) {
      write_clause(dimacs, &f->literal[begin], i - begin);
      begin = i + 1;
    }
  }
  (void)fprintf(proof, "c nocstep.proof/1\nc no schedule of %u steps\n", f->steps);
  for (uint32_t t = 1; t < f->steps && w.clauses > 0; t++) {
    write_swap(&w, t);
  }
  w.count = false;
  return cnf_order_steps(f, write_symmetric, &w, error);
}

// --- propagation ---------------------------------------------------------------------------------

// Clauses lie behind one another: the number of literals, then the literals. The first two are
// watched: each is in the list of its opposite, which is gone through when that becomes true.
typedef struct {
  uint32_t *clause;  // offsets
  uint32_t count, room;
} watch_t;

typedef struct {
  int32_t *pool;
  uint32_t pool_length, pool_room;
  watch_t *watch;  // [code of a literal]
  int8_t *value;   // [variable]: 1 true, -1 false, 0
  int32_t *trail;
  uint32_t assigned, propagated;
  int32_t variables;
  uint32_t *bucket;  // of clauses, by a hash of their literals; 0 is none
  uint32_t buckets, stored;
  bool conflict;  // without any assumption
  bool failed;    // memory was short
} checker_t;

static size_t code_of(int32_t literal) {
  return literal > 0 ? 2 * (size_t)literal : 2 * (size_t)-literal + 1;
}

static int value_of(const checker_t *c, int32_t literal) {
  return literal > 0 ? c->value[literal] : -c->value[-literal];
}

static void assign(checker_t *c, int32_t literal) {
  c->value[literal > 0 ? literal : -literal] = literal > 0 ? 1 : -1;
  c->trail[c->assigned++] = literal;
}

static void add_watch(checker_t *c, int32_t literal, uint32_t clause) {
  watch_t *w = &c->watch[code_of(-literal)];
  if (!memory_room(&w->clause, &w->room, w->count + 1, sizeof *w->clause)) {
    c->failed = true;
    return;
  }
  w->clause[w->count++] = clause;
}

// False after a conflict.
static bool propagate(checker_t *c) {
  while (c->propagated < c->assigned) {
    const int32_t now = c->trail[c->propagated++];
    watch_t *w = &c->watch[code_of(now)];
    uint32_t kept = 0;
    bool ok = true;
    for (uint32_t i = 0; i < w->count; i++) {
      const uint32_t at = w->clause[i];
      const int32_t length = c->pool[at];
      int32_t *literal = &c->pool[at + 1];
      if (length <= 0) {  // deleted
        continue;
      }
      if (literal[0] == -now) {
        literal[0] = literal[1];
        literal[1] = -now;
      }
      if (!ok || value_of(c, literal[0]) > 0) {
        w->clause[kept++] = at;
        continue;
      }
      int32_t k = 2;
      while (k < length && value_of(c, literal[k]) < 0) {
        k++;
      }
      if (k < length) {
        literal[1] = literal[k];
        literal[k] = -now;
        add_watch(c, literal[1], at);
      } else {
        w->clause[kept++] = at;
        ok = value_of(c, literal[0]) == 0;
        if (ok) {
          assign(c, literal[0]);
        }
      }
    }
    w->count = kept;
    if (!ok) {
      return false;
    }
  }
  return true;
}

static void undo(checker_t *c, uint32_t assigned) {
  while (c->assigned > assigned) {
    const int32_t literal = c->trail[--c->assigned];
    c->value[literal > 0 ? literal : -literal] = 0;
  }
  c->propagated = assigned;
}

static bool follows(checker_t *c, const int32_t *clause, uint32_t length) {
  const uint32_t before = c->assigned;
  bool conflict = c->conflict;
  for (uint32_t i = 0; i < length && !conflict; i++) {
    conflict = value_of(c, clause[i]) > 0;
    if (value_of(c, clause[i]) == 0) {
      assign(c, -clause[i]);
    }
  }
  conflict = conflict || !propagate(c);
  undo(c, before);
  return conflict;
}

// --- clauses -------------------------------------------------------------------------------------

// The same for all orders of the literals.
static uint32_t hash_of(const int32_t *clause, uint32_t length) {
  uint32_t sum = 0;
  uint32_t product = 1;
  for (uint32_t i = 0; i < length; i++) {
    const uint32_t x = (uint32_t)clause[i] * 2654435761u;
    sum += x ^ x >> 15;
    product *= 2 * x + 1;
  }
  return sum ^ product * 40503u;
}

static bool same_clause(const checker_t *c, uint32_t at, const int32_t *clause, uint32_t length) {
  if (c->pool[at] != (int32_t)length) {
    return false;
  }
  for (uint32_t i = 0; i < length; i++) {
    bool found = false;
    for (uint32_t k = 0; k < length && !found; k++) {
      found = c->pool[at + 1 + k] == clause[i];
    }
    if (!found) {
      return false;
    }
  }
  return true;
}

static uint32_t *find_bucket(const checker_t *c, uint32_t hash) {
  return &c->bucket[hash & (c->buckets - 1)];
}

static bool more_buckets(checker_t *c) {
  const uint32_t buckets = c->buckets > 0 ? 2 * c->buckets : 1 << 12;
  uint32_t *list = calloc(buckets, sizeof *list);
  if (list == NULL) {
    return false;
  }
  const uint32_t old = c->buckets;
  uint32_t *before = c->bucket;
  c->bucket = list;
  c->buckets = buckets;
  for (uint32_t i = 0; i < old; i++) {
    if (before[i] != 0 && c->pool[before[i]] > 0) {
      const uint32_t hash = hash_of(&c->pool[before[i] + 1], (uint32_t)c->pool[before[i]]);
      uint32_t k = hash & (buckets - 1);
      for (; list[k] != 0; k = (k + 1) & (buckets - 1)) {
      }
      list[k] = before[i];
    }
  }
  free(before);
  return true;
}

static bool store(checker_t *c, uint32_t at) {
  if (2 * c->stored + 2 > c->buckets && !more_buckets(c)) {
    return false;
  }
  uint32_t *place = find_bucket(c, hash_of(&c->pool[at + 1], (uint32_t)c->pool[at]));
  while (*place != 0) {
    place = place + 1 == c->bucket + c->buckets ? c->bucket : place + 1;
  }
  *place = at;
  c->stored++;
  return true;
}

// Adds a clause without asking. Literals that are false for good stay; the two watched are others.
static bool add_clause(checker_t *c, const int32_t *clause, uint32_t length) {
  if (c->conflict) {
    return true;
  }
  if (c->pool_length + length + 1 > MOST_LITERALS ||
      !memory_room(&c->pool, &c->pool_room, c->pool_length + length + 1, sizeof *c->pool)) {
    return false;
  }
  const uint32_t at = c->pool_length;
  int32_t *literal = &c->pool[at + 1];
  c->pool[at] = (int32_t)length;
  memcpy(literal, clause, length * sizeof *literal);
  uint32_t open = 0;  // literals that are not false, moved to the front
  for (uint32_t i = 0; i < length && open < 2; i++) {
    if (value_of(c, literal[i]) >= 0) {
      const int32_t other = literal[open];
      literal[open++] = literal[i];
      literal[i] = other;
    }
  }
  if (open == 0) {
    c->conflict = true;
    return true;
  }
  if (open == 1) {
    if (value_of(c, literal[0]) == 0) {
      assign(c, literal[0]);
      c->conflict = !propagate(c);
    }
    return !c->failed;  // true for good: it is never needed again
  }
  c->pool_length += length + 1;
  add_watch(c, literal[0], at);
  add_watch(c, literal[1], at);
  return !c->failed && store(c, at);
}

// A clause that has made a value for good stays what it has done.
static void delete_clause(checker_t *c, const int32_t *clause, uint32_t length) {
  if (c->buckets == 0 || c->conflict) {
    return;
  }
  uint32_t *place = find_bucket(c, hash_of(clause, length));
  while (*place != 0) {
    if (same_clause(c, *place, clause, length)) {
      c->pool[*place] = -c->pool[*place];
      return;
    }
    place = place + 1 == c->bucket + c->buckets ? c->bucket : place + 1;
  }
}

static void checker_free(checker_t *c) {
  for (size_t i = 0; c->watch != NULL && i < 2 * (size_t)c->variables + 2; i++) {
    free(c->watch[i].clause);
  }
  free(c->watch);
  free(c->pool);
  free(c->value);
  free(c->trail);
  free(c->bucket);
}

static bool checker_create(checker_t *c, const cnf_t *f, noc_error_t *error) {
  const size_t variables = (size_t)f->variables + 1;
  *c = (checker_t){.variables = f->variables};
  c->watch = calloc(2 * variables, sizeof *c->watch);
  c->value = calloc(variables, sizeof *c->value);
  c->trail = calloc(variables, sizeof *c->trail);
  bool ok = c->watch != NULL && c->value != NULL && c->trail != NULL &&
            memory_room(&c->pool, &c->pool_room, 1, sizeof *c->pool);
  c->pool_length = 1;  // 0 is no clause
  for (uint32_t i = 0, begin = 0; i < f->literals && ok; i++) {
    if (f->literal[i] == 0) {
      ok = add_clause(c, &f->literal[begin], i - begin);
      begin = i + 1;
    }
  }
  if (!ok) {
    checker_free(c);
    return memory_fail(error, "the check of a proof");
  }
  return true;
}

// --- reading -------------------------------------------------------------------------------------

typedef struct {
  text_input_t text;
  const cnf_t *f;
  checker_t *checker;
  noc_error_t *error;
  int32_t *clause;
  uint32_t length, room;
  uint32_t *image;  // [symmetry * points + i]
  uint32_t points, symmetries, image_room;
} reader_t;

// A number at the next word; literals may have a sign.
static bool read_number(reader_t *r, int64_t low, int64_t high, int64_t *value) {
  if (!text_word(&r->text, "")) {
    return false;
  }
  const bool negative = r->text.word[0] == '-';
  const char *digits = &r->text.word[negative ? 1 : 0];
  char *end = NULL;
  *value = digits[0] >= '0' && digits[0] <= '9' ? strtoll(digits, &end, 10) : INT64_MAX;
  *value = negative ? -*value : *value;
  if (end == NULL || *end != '\0' || *value < low || *value > high) {
    return text_fail(&r->text, r->text.word_at, SAY_THERE_IS("'%s'", "a number from %lld to %lld"),
                     r->text.word, (long long)low, (long long)high);
  }
  text_skip_blanks(&r->text);
  return true;
}

// Literals up to the 0, each variable once.
static bool read_clause(reader_t *r) {
  r->length = 0;
  for (;;) {
    int64_t literal = 0;
    if (!read_number(r, -(int64_t)r->f->variables, r->f->variables, &literal)) {
      return false;
    }
    if (literal == 0) {
      return true;
    }
    if (!memory_room(&r->clause, &r->room, r->length + 1, sizeof *r->clause)) {
      return memory_fail(r->error, "a proof");
    }
    r->clause[r->length++] = (int32_t)literal;
  }
}

static bool read_symmetry(reader_t *r, text_place_t place) {
  if (!memory_room(&r->image, &r->image_room, (r->symmetries + 1) * r->points, sizeof *r->image)) {
    return memory_fail(r->error, "a proof");
  }
  uint32_t *image = &r->image[(size_t)r->symmetries * r->points];
  int64_t value = 0;
  for (uint32_t i = 0; i < r->points; i++) {
    if (!read_number(r, 0, UINT32_MAX, &value)) {
      return false;
    }
    image[i] = (uint32_t)value;
  }
  if (!read_number(r, 0, 0, &value)) {
    return false;
  }
  const cnf_symmetry_t s = {image, &image[r->points - r->f->steps]};
  if (!cnf_is_symmetry(r->f, &s)) {
    (void)text_fail(&r->text, place, "this is no symmetry of the problem");
    r->error->status = NOC_CHECK_FAILED;
    return false;
  }
  r->symmetries++;
  return true;
}

static bool read_symmetric_clause(reader_t *r, text_place_t place) {
  int64_t which = 0;
  if (r->symmetries == 0) {
    return text_fail(&r->text, place,
                     SAY_THERE_IS("a clause of a symmetry", "the symmetry before it"));
  }
  if (!read_number(r, 0, (int64_t)r->symmetries - 1, &which) || !read_clause(r)) {
    return false;
  }
  const uint32_t *image = &r->image[(size_t)which * r->points];
  const cnf_symmetry_t s = {image, &image[r->points - r->f->steps]};
  if (!cnf_allows(r->f, &s, r->clause, r->length)) {
    (void)text_fail(&r->text, place, "symmetry %lld does not allow this clause", (long long)which);
    r->error->status = NOC_CHECK_FAILED;
    return false;
  }
  return add_clause(r->checker, r->clause, r->length) || memory_fail(r->error, "a proof");
}

static bool read_lemma(reader_t *r, text_place_t place) {
  if (!read_clause(r)) {
    return false;
  }
  if (!follows(r->checker, r->clause, r->length)) {
    (void)text_fail(&r->text, place, "this clause does not follow from those before it");
    r->error->status = NOC_CHECK_FAILED;
    return false;
  }
  return add_clause(r->checker, r->clause, r->length) || memory_fail(r->error, "a proof");
}

static bool read_line(reader_t *r) {
  const text_place_t place = r->text.here;
  const int c = r->text.c;
  if (c == 'c') {
    while (r->text.c != '\n' && r->text.c != TEXT_END) {
      text_advance(&r->text);
    }
    return !r->text.failed;
  }
  bool ok = true;
  if (c == 'a' || c == 'y' || c == 'd') {
    ok = text_word(&r->text, "");
    ok = ok &&
         (r->text.word[1] == '\0' ||
          text_fail(&r->text, place, SAY_THERE_IS("'%s'", "a, y, d, c or a clause"), r->text.word));
    text_skip_blanks(&r->text);
  }
  ok = ok && (c == 'a'   ? read_symmetry(r, place)
              : c == 'y' ? read_symmetric_clause(r, place)
              : c == 'd' ? read_clause(r)
                         : read_lemma(r, place));
  if (ok && c == 'd') {
    delete_clause(r->checker, r->clause, r->length);
  }
  return ok && ((r->text.c == '\n' || r->text.c == TEXT_END) ||
                text_fail(&r->text, r->text.here, SAY_THERE_IS("more", "the end of the line")));
}

static bool read_proof(reader_t *r) {
  text_skip_lines(&r->text);
  while (r->text.c != TEXT_END && !r->checker->conflict) {
    if (!read_line(r)) {
      return false;
    }
    text_skip_lines(&r->text);
  }
  if (r->text.failed) {
    return false;
  }
  return r->checker->conflict ||
         noc_fail(r->error, NOC_CHECK_FAILED, "%s: the proof ends without a contradiction",
                  r->text.path);
}

bool proof_check(const schedule_problem_t *p, uint32_t steps, const char *path,
                 noc_error_t *error) {
  cnf_t f;
  if (!cnf_create(p, steps, MOST_LITERALS, &f, error)) {
    return false;
  }
  checker_t checker;
  reader_t r = {.f = &f,
                .checker = &checker,
                .error = error,
                .points = p->topology->routers + p->topology->nodes + steps};
  bool ok = checker_create(&checker, &f, error);
  if (ok) {
    ok = text_open(&r.text, path, error);
    if (ok) {
      ok = read_proof(&r);
      text_close(&r.text);
    }
    checker_free(&checker);
  }
  free(r.clause);
  free(r.image);
  cnf_free(&f);
  return ok;
}
