// trace -- reads a trace; see trace.h, and docs/traces.md for the format.
//
// A packet may wait for those of earlier lines only, so a trace has no cycles of packets that wait
// for each other, and one pass finds everything.

#include "workload/trace.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/rng.h"
#include "base/text_input.h"

enum { FIRST_ROOM = 1024, FIELDS = 7, REQUIRED = 4 };

static const char *const kFields[FIELDS] = {"cycle", "source", "destination", "flits",
                                            "id",    "after",  "delay"};
static const uint64_t kMaxCycle = UINT64_C(1000000000000);
static const uint32_t kNobody = UINT32_MAX;

typedef struct {
  uint32_t earlier, later;
} wait_t;

typedef struct {
  text_input_t in;
  char comma;  // between fields, ',' or ';', by the first line; 0: not known yet
  trace_t *trace;
  uint32_t nodes;
  unsigned longest;
  uint32_t room;  // of the arrays a packet
  uint64_t last_cycle;
  // The names of packets: a hash table of the packets, by the number in their column `id`.
  uint64_t *id;     // [room] of the packets that have one; NULL if none has
  uint32_t *table;  // [table_room] packets or kNobody; table_room is a power of two
  uint32_t table_room, named;
  wait_t *wait;  // [waits]
  uint64_t waits, wait_room;
  noc_error_t *error;
} reader_t;

// --- memory --------------------------------------------------------------------------------------

// Bytes of the trace and of what replays it, with so many packets and waits.
static bool check_memory(const reader_t *r, double packets, double waits) {
  noc_error_t why;
  const double named = r->id != NULL ? 8 + 2 * 2 * 4 : 0;
  const double bytes = packets * (sizeof(trace_packet_t) + 4 + named + (waits > 0 ? 32 : 0)) +
                       waits * (sizeof(wait_t) + 4);
  return memory_check(bytes, "the trace", &why) || text_fail(&r->in, r->in.here, "%s", why.text);
}

// Resizes *array; it stays as it is when memory is short.
static bool resize(void *array, size_t count, size_t size) {
  void **place = array;
  void *larger = realloc(*place, count * size);
  if (larger != NULL) {
    *place = larger;
  }
  return larger != NULL;
}

static bool grow(reader_t *r) {
  if (r->room >= kNobody / 2) {
    return text_fail(&r->in, r->in.here, SAY_THERE_IS("more than %u packets", "at most so many"),
                     r->room);
  }
  const uint32_t room = r->room > 0 ? 2 * r->room : FIRST_ROOM;
  if (!check_memory(r, room, (double)r->waits)) {
    return false;
  }
  if (!resize(&r->trace->packet, room, sizeof *r->trace->packet) ||
      (r->id != NULL && !resize(&r->id, room, sizeof *r->id)) ||
      (r->trace->delay != NULL && !resize(&r->trace->delay, room, sizeof *r->trace->delay))) {
    return memory_fail(r->error, "the trace");
  }
  r->room = room;
  return true;
}

static bool add_wait(reader_t *r, uint32_t earlier) {
  if (r->waits == r->wait_room) {
    const uint64_t room = r->wait_room > 0 ? 2 * r->wait_room : FIRST_ROOM;
    if (room >= kNobody) {
      return text_fail(&r->in, r->in.word_at, SAY_THERE_IS("more than %u waits", "at most so many"),
                       (unsigned)r->waits);
    }
    if (!check_memory(r, r->room, (double)room)) {
      return false;
    }
    if (!resize(&r->wait, room, sizeof *r->wait)) {
      return memory_fail(r->error, "the trace");
    }
    r->wait_room = room;
  }
  r->wait[r->waits++] = (wait_t){earlier, r->trace->packets};
  return true;
}

// --- names of packets ----------------------------------------------------------------------------

// The place of a name in the table: that of the packet with it, or a free one.
static uint32_t *find_name(const reader_t *r, uint64_t id) {
  const uint32_t mask = r->table_room - 1;
  uint32_t i = (uint32_t)rng_mix(id + kRngStep) & mask;
  while (r->table[i] != kNobody && r->id[r->table[i]] != id) {
    i = (i + 1) & mask;
  }
  return &r->table[i];
}

static bool grow_table(reader_t *r) {
  const uint32_t old_room = r->table_room;
  uint32_t *old = r->table;
  r->table_room = old_room > 0 ? 2 * old_room : 2 * FIRST_ROOM;
  r->table = malloc(r->table_room * sizeof *r->table);
  if (r->table == NULL) {
    r->table = old;
    return memory_fail(r->error, "the trace");
  }
  memset(r->table, 0xff, r->table_room * sizeof *r->table);
  for (uint32_t i = 0; i < old_room; i++) {
    if (old[i] != kNobody) {
      *find_name(r, r->id[old[i]]) = old[i];
    }
  }
  free(old);
  return true;
}

// Names the packet that is being read.
static bool add_name(reader_t *r, uint64_t id) {
  if (r->id == NULL) {
    r->id = malloc(r->room * sizeof *r->id);
    if (r->id == NULL) {
      return memory_fail(r->error, "the trace");
    }
  }
  if (2 * (uint64_t)r->named >= r->table_room && !grow_table(r)) {
    return false;
  }
  uint32_t *place = find_name(r, id);
  if (*place != kNobody) {
    return text_fail(&r->in, r->in.word_at, "id" SAY_IS("%s a second time", "another one"),
                     r->in.word);
  }
  *place = r->trace->packets;
  r->id[r->trace->packets] = id;
  r->named++;
  return true;
}

// --- fields --------------------------------------------------------------------------------------

static bool at_end(const text_input_t *in) {
  return in->c == '\n' || in->c == TEXT_END;
}

// Goes behind a field: blanks, or a comma among blanks. Spreadsheets in whose language numbers have
// commas write semicolons; the first field of the file shows which.
static void skip_separator(reader_t *r) {
  text_input_t *in = &r->in;
  text_skip_blanks(in);
  if (r->comma == 0) {
    r->comma = in->c == ';' ? ';' : ',';
  }
  if (in->c == r->comma) {
    text_advance(in);
    text_skip_blanks(in);
  }
}

static void drop_quotes(char *word) {
  const size_t length = strlen(word);
  if (length >= 2 && word[0] == '"' && word[length - 1] == '"') {
    memmove(word, word + 1, length - 2);
    word[length - 2] = '\0';
  }
}

// The next field is in the word, which is "" for an empty one between commas.
static bool read_field(reader_t *r) {
  if (!text_word(&r->in, r->comma == ',' ? "," : r->comma == ';' ? ";" : ",;")) {
    return false;
  }
  drop_quotes(r->in.word);
  skip_separator(r);
  return true;
}

// A required number.
static bool read_number(reader_t *r, unsigned field, uint64_t low, uint64_t high, uint64_t *value) {
  text_input_t *in = &r->in;
  if (at_end(in)) {
    return text_fail(in, in->here, "%s" SAY_IS("the end of the line", "%llu to %llu"),
                     kFields[field], (unsigned long long)low, (unsigned long long)high);
  }
  return read_field(r) && text_number(in, kFields[field], low, high, value);
}

static bool is_none(const text_input_t *in) {
  return in->word[0] == '\0' || strcmp(in->word, "-") == 0;
}

// "3;7;12": the packets it waits for; with commas between them where fields have semicolons, and
// with either in quotes. *any: there is one.
static bool read_after(reader_t *r, bool *any) {
  text_input_t *in = &r->in;
  const bool quoted = in->c == '"';
  const int other = r->comma == ',' ? ';' : ',';
  if (quoted) {
    text_advance(in);
  }
  for (;;) {
    uint64_t id = 0;
    if (!text_word(in, quoted ? ",;\"" : ",;")) {
      return false;
    }
    const bool more = in->c == other || (quoted && in->c == r->comma);
    if (!*any && is_none(in) && !more) {
      break;
    }
    if (!text_number(in, "after", 0, INT64_MAX, &id)) {
      return false;
    }
    const uint32_t *place = r->table_room > 0 ? find_name(r, id) : NULL;
    if (place == NULL || *place == kNobody || *place == r->trace->packets) {
      return text_fail(in, in->word_at, "after" SAY_IS("%s", "the id of an earlier line"),
                       in->word);
    }
    if (!add_wait(r, *place)) {
      return false;
    }
    *any = true;
    if (!more) {
      break;
    }
    text_advance(in);
  }
  if (quoted && in->c != '"') {
    return text_fail(in, in->here, "after" SAY_IS("without a quote at the end", "ids in quotes"));
  }
  if (quoted) {
    text_advance(in);
  }
  skip_separator(r);
  return true;
}

static bool store_delay(reader_t *r, bool waits) {
  uint64_t delay = 0;
  if (!is_none(&r->in)) {
    if (!text_number(&r->in, "delay", 0, UINT32_MAX, &delay)) {
      return false;
    }
    if (!waits) {
      return text_fail(&r->in, r->in.word_at,
                       "delay" SAY_IS("%s without a packet to wait for", "behind the id of one"),
                       r->in.word);
    }
  }
  if (r->trace->delay == NULL && delay > 0) {
    r->trace->delay = calloc(r->room, sizeof *r->trace->delay);
    if (r->trace->delay == NULL) {
      return memory_fail(r->error, "the trace");
    }
  }
  if (r->trace->delay != NULL) {
    r->trace->delay[r->trace->packets] = (uint32_t)delay;
  }
  return true;
}

// The fields that may be missing: id, after, delay.
static bool read_optional(reader_t *r) {
  text_input_t *in = &r->in;
  bool waits = false;
  in->word[0] = '\0';
  if (!at_end(in)) {
    uint64_t id = 0;
    if (!read_field(r) ||
        (!is_none(in) && (!text_number(in, "id", 0, INT64_MAX, &id) || !add_name(r, id)))) {
      return false;
    }
  }
  if (!at_end(in) && !read_after(r, &waits)) {
    return false;
  }
  in->word[0] = '\0';
  if (!at_end(in) && !read_field(r)) {
    return false;
  }
  if (!store_delay(r, waits)) {
    return false;
  }
  if (at_end(in)) {
    return !in->failed;
  }
  return text_word(in, ",") &&
         text_fail(in, in->word_at, SAY_THERE_IS("'%.40s' behind the delay", "the end of the line"),
                   in->word);
}

// --- lines ---------------------------------------------------------------------------------------

static bool read_packet(reader_t *r) {
  text_input_t *in = &r->in;
  uint64_t cycle = 0;
  uint64_t source = 0;
  uint64_t destination = 0;
  uint64_t flits = 0;
  if (!read_number(r, 0, 0, kMaxCycle, &cycle)) {
    return false;
  }
  if (cycle < r->last_cycle) {
    return text_fail(in, in->word_at,
                     "cycle" SAY_IS("%s after %llu", "as late as those above, or later"), in->word,
                     (unsigned long long)r->last_cycle);
  }
  if (!read_number(r, 1, 0, r->nodes - 1, &source) ||
      !read_number(r, 2, 0, r->nodes - 1, &destination)) {
    return false;
  }
  if (source == destination) {
    return text_fail(in, in->word_at, "destination" SAY_IS("the source, %s", "another node"),
                     in->word);
  }
  if (!read_number(r, 3, 1, r->longest, &flits) || (r->trace->packets == r->room && !grow(r)) ||
      !read_optional(r)) {
    return false;
  }
  r->last_cycle = cycle;
  r->trace->packet[r->trace->packets++] = (trace_packet_t){.cycle_low = (uint32_t)cycle,
                                                           .cycle_high = (uint16_t)(cycle >> 32),
                                                           .flits = (uint16_t)flits,
                                                           .source = (uint32_t)source,
                                                           .destination = (uint32_t)destination};
  r->trace->longest = flits > r->trace->longest ? (unsigned)flits : r->trace->longest;
  return true;
}

// The names of the columns, in a first line.
static bool read_header(reader_t *r) {
  for (unsigned field = 0; field < REQUIRED || !at_end(&r->in); field++) {
    if (!read_field(r)) {
      return false;
    }
    if (field >= FIELDS || strcasecmp(r->in.word, kFields[field]) != 0) {
      return text_fail(
          &r->in, r->in.word_at,
          SAY_THERE_IS("'%.40s'",
                       "a number, or the header cycle,source,destination,flits,id,after,delay"),
          r->in.word);
    }
  }
  return true;
}

static bool read_lines(reader_t *r) {
  text_input_t *in = &r->in;
  text_skip_lines(in);
  if ((isalpha(in->c) || in->c == '"') && !read_header(r)) {
    return false;
  }
  for (text_skip_lines(in); in->c != TEXT_END; text_skip_lines(in)) {
    if (!read_packet(r)) {
      return false;
    }
  }
  return !in->failed &&
         (r->trace->packets > 0 ||
          text_fail(in, in->here,
                    SAY_THERE_IS("no packet", "lines of cycle, source, destination, flits")));
}

// --- who waits -----------------------------------------------------------------------------------

// Sorts the waits by the packet that is waited for.
static bool index_waits(reader_t *r) {
  trace_t *t = r->trace;
  if (r->waits == 0) {
    return true;
  }
  t->first = calloc((size_t)t->packets + 1, sizeof *t->first);
  t->waits = calloc(t->packets, sizeof *t->waits);
  t->dependent = malloc(r->waits * sizeof *t->dependent);
  if (t->first == NULL || t->waits == NULL || t->dependent == NULL) {
    return memory_fail(r->error, "the trace");
  }
  for (uint64_t i = 0; i < r->waits; i++) {
    t->first[r->wait[i].earlier]++;
    t->waits[r->wait[i].later]++;
  }
  uint32_t sum = 0;
  for (uint32_t i = 0; i <= t->packets; i++) {  // ends of the lists
    sum += t->first[i];
    t->first[i] = sum;
  }
  for (uint64_t i = r->waits; i-- > 0;) {  // which become their beginnings
    t->dependent[--t->first[r->wait[i].earlier]] = r->wait[i].later;
  }
  return true;
}

trace_t *trace_read(const char *path, uint32_t nodes, unsigned longest, noc_error_t *error) {
  reader_t r = {.nodes = nodes, .longest = longest, .error = error};
  r.trace = calloc(1, sizeof *r.trace);
  if (r.trace == NULL) {
    (void)memory_fail(error, "the trace");
    return NULL;
  }
  r.trace->longest = 1;
  bool ok = text_open(&r.in, path, error);
  if (ok) {
    ok = read_lines(&r) && index_waits(&r);
    text_close(&r.in);
  }
  free(r.id);
  free(r.table);
  free(r.wait);
  if (!ok) {
    trace_free(r.trace);
    return NULL;
  }
  return r.trace;
}

void trace_free(trace_t *t) {
  if (t == NULL) {
    return;
  }
  free(t->packet);
  free(t->first);
  free(t->dependent);
  free(t->waits);
  free(t->delay);
  free(t);
}
