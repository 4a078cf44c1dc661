// messages -- see messages.h.

#include "runs/messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text_input.h"
#include "workload/patterns.h"

static const char kAll[] = "alltoall";

// A set is worked out within moments and some hundred megabytes.
enum { MOST_MESSAGES = 1 << 22 };

typedef struct {
  load_message_t *message;
  uint32_t count, room;
} set_t;

static bool add(set_t *s, uint32_t from, uint32_t to, noc_error_t *error) {
  if (s->count == MOST_MESSAGES) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("a set of more than %d messages", "a smaller one"),
                    (int)MOST_MESSAGES);
  }
  if (!memory_room(&s->message, &s->room, s->count + 1, sizeof *s->message)) {
    return memory_fail(error, "a set of messages");
  }
  s->message[s->count++] = (load_message_t){from, to};
  return true;
}

static bool add_all(set_t *s, const topology_t *t, noc_error_t *error) {
  bool ok = true;
  for (uint32_t from = 0; ok && from < t->nodes; from++) {
    for (uint32_t to = 0; ok && to < t->nodes; to++) {
      ok = from == to || add(s, from, to, error);
    }
  }
  return ok;
}

static bool add_pattern(set_t *s, const topology_t *t, const pattern_t *p, noc_error_t *error) {
  if (p->image == NULL) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%s, which has no set of messages",
                                 "%s, a traffic pattern in which a node sends to one other, such "
                                 "as bit-complement, or a file"),
                    p->name, kAll);
  }
  bool ok = pattern_check(p, t, error);
  for (uint32_t from = 0; ok && from < t->nodes; from++) {
    const uint32_t to = p->image(t, from);
    ok = from == to || add(s, from, to, error);
  }
  return ok;
}

static bool read_node(text_input_t *in, const char *what, uint32_t nodes, uint32_t *node) {
  uint64_t value = 0;
  text_skip_blanks(in);
  if (in->c == '\n' || in->c == TEXT_END) {
    return text_fail(in, in->here, SAY_THERE_IS("the end of the line", "%s"), what);
  }
  if (!text_word(in, "") || !text_number(in, what, 0, nodes - 1, &value)) {
    return false;
  }
  *node = (uint32_t)value;
  return true;
}

// A line a message.
static bool add_lines(set_t *s, const topology_t *t, text_input_t *in) {
  for (text_skip_lines(in); in->c != TEXT_END; text_skip_lines(in)) {
    const text_place_t place = in->here;
    uint32_t from = 0;
    uint32_t to = 0;
    if (!read_node(in, "the sender", t->nodes, &from) ||
        !read_node(in, "the receiver", t->nodes, &to)) {
      return false;
    }
    text_skip_blanks(in);
    if (in->c != '\n' && in->c != TEXT_END) {
      return text_fail(in, in->here,
                       SAY_THERE_IS("something behind the receiver", "the end of the line"));
    }
    noc_error_t why = {0};
    if (!add(s, from, to, &why)) {
      return text_fail(in, place, "%s", why.text);
    }
  }
  return !in->failed;
}

// The largest load factor of a round; each is looked at as the whole set is.
static bool find_fullest(const topology_t *t, const set_t *s, const uint32_t *round,
                         messages_t *found, noc_error_t *error) {
  load_message_t *part = calloc(s->count > 0 ? s->count : 1, sizeof *part);
  uint32_t *end = calloc((size_t)found->rounds + 1, sizeof *end);
  if (part == NULL || end == NULL) {
    free(part);
    free(end);
    return memory_fail(error, "rounds of messages");
  }
  for (uint32_t i = 0; i < s->count; i++) {
    end[round[i]]++;
  }
  for (uint32_t k = 1; k < found->rounds; k++) {
    end[k] += end[k - 1];
  }
  for (uint32_t i = s->count; i-- > 0;) {  // by rounds: then end[k] is where round k begins
    part[--end[round[i]]] = s->message[i];
  }
  bool ok = true;
  for (uint32_t k = 0; ok && k < found->rounds; k++) {
    const uint32_t last = k + 1 < found->rounds ? end[k + 1] : s->count;
    load_factor_t load;
    ok = load_factor_find(t, &part[end[k]], last - end[k], &load, error);
    found->fullest = ok ? fmax(found->fullest, load.factor) : 0;
  }
  free(part);
  free(end);
  return ok;
}

static bool work_out(const topology_t *t, const set_t *s, messages_t *found, noc_error_t *error) {
  uint32_t *round = calloc(s->count > 0 ? s->count : 1, sizeof *round);
  const bool ok = round != NULL ? load_factor_find(t, s->message, s->count, &found->load, error) &&
                                      load_factor_rounds(t, s->message, s->count, round,
                                                         &found->rounds, error) &&
                                      find_fullest(t, s, round, found, error)
                                : memory_fail(error, "a set of messages");
  free(round);
  const double unit = found->load.factor * log2(t->nodes);
  found->count = s->count;
  found->constant = unit > 0 ? found->rounds / unit : NAN;
  return ok;
}

bool messages_find(const topology_t *t, const char *set, messages_t *found, noc_error_t *error) {
  *found = (messages_t){.constant = NAN};
  set_t s = {0};
  text_input_t in;
  if (!load_factor_check(t, error)) {
    return false;
  }
  const pattern_t *p = pattern_find(set);
  bool ok = false;
  if (strcmp(set, kAll) == 0) {
    ok = add_all(&s, t, error);
  } else if (p != NULL) {
    ok = add_pattern(&s, t, p, error);
  } else if (text_open(&in, set, error)) {
    ok = add_lines(&s, t, &in);
    text_close(&in);
  }
  ok = ok && work_out(t, &s, found, error);
  free(s.message);
  return ok;
}
