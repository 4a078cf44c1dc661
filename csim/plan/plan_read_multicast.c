// plan_read_multicast -- an mcast statement of GOAL text behind its size: the destinations, the
// tag, and how it is carried; docs/plans.md, "Multicasts".
//
//   to 1,3,5-7 tag 2                          a tree worm
//   to 3,7 tag 2 path 2 3,0x3,1 7,0x1         a path worm: 2 pairs of node, ports and class
//   to 3,7 tag 2 forward 2 0>3 3>7            passed on by interfaces: 2 branches

#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/memory.h"
#include "base/node_set.h"
#include "plan/plan_words.h"

// The state of reading.
typedef struct {
  words_t *words;
  plan_t *plan;
  uint32_t rank;
} reader_t;

// Reads the words of a set, one behind the other: it goes on behind a comma. The caller frees the
// text.
static char *read_list(reader_t *r) {
  char *text = NULL;
  size_t length = 0;
  size_t room = 0;
  bool more = true;
  while (more) {
    const size_t word = strlen(r->words->word);
    if (length + word + 1 > room) {
      room = 2 * (length + word + 1);
      char *grown = realloc(text, room);
      if (grown == NULL) {
        free(text);
        (void)memory_fail(r->words->error, "the plan");
        return NULL;
      }
      text = grown;
    }
    memcpy(text + length, r->words->word, word + 1);
    length += word;
    more = word > 0 && text[length - 1] == ',';
    if (!words_next(r->words)) {
      free(text);
      return NULL;
    }
  }
  return text;
}

static bool read_destinations(reader_t *r, node_set_t *to) {
  const place_t at = r->words->word_at;
  if (r->words->word[0] == '\0' || strcmp(r->words->word, "tag") == 0) {
    return words_fail(r->words, "ranks, such as 0-7,9");
  }
  char *text = read_list(r);
  if (text == NULL) {
    return false;
  }
  noc_error_t why = {0};
  bool ok = node_set_parse(text, r->plan->nodes, to, &why);
  free(text);
  if (!ok && why.status == NOC_BAD_INPUT) {
    return noc_fail(r->words->error, why.status, "%s:%u:%u: %s", r->words->file, at.line, at.column,
                    why.text);
  }
  if (!ok) {
    *r->words->error = why;
    return false;
  }
  if (node_set_contains(to, r->rank)) {
    node_set_free(to);
    return words_fail_at(r->words, at, "a multicast from a rank to itself", "other ranks");
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
  const char *at = r->words->word;
  plan_pair_t pair = {.vc_class = kPlanAny};
  bool ok =
      scan(&at, r->plan->nodes - 1, &pair.node) && *at++ == ',' && scan_mask(&at, &pair.ports);
  if (ok && *at == ',') {
    at++;
    ok = scan(&at, PLAN_MAX_CLASS, &pair.vc_class);
  }
  if (!ok || *at != '\0') {
    return words_fail(r->words,
                      "a pair of a path worm, RANK,PORTS or RANK,PORTS,CLASS, such as 5,0x3,1");
  }
  plan_add_pair(r->plan, multicast, pair);
  return words_next(r->words);
}

static bool read_branch(reader_t *r, uint32_t multicast) {
  const uint32_t last = r->plan->nodes - 1;
  const char *at = r->words->word;
  plan_branch_t branch;
  if (!scan(&at, last, &branch.parent) || *at++ != '>' || !scan(&at, last, &branch.child) ||
      *at != '\0') {
    return words_fail(r->words, "a branch, RANK>RANK, such as 0>5");
  }
  plan_add_branch(r->plan, multicast, branch);
  return words_next(r->words);
}

// The pairs or branches, behind their number.
static bool read_carrier(reader_t *r, uint32_t multicast) {
  const bool path = strcmp(r->words->word, "path") == 0;
  uint64_t count = 0;
  if (!path && strcmp(r->words->word, "forward") != 0) {
    return true;
  }
  if (!words_next(r->words)) {
    return false;
  }
  if (!words_count(r->words, r->plan->nodes, path ? "a number of pairs" : "a number of branches",
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

bool plan_read_multicast(words_t *words, plan_t *plan, uint32_t rank, uint32_t flits,
                         uint32_t *operation) {
  reader_t r = {words, plan, rank};
  uint64_t tag = 0;
  node_set_t to = {0};
  if (!words_expect(words, "to") || !read_destinations(&r, &to)) {
    return false;
  }
  const bool ok = strcmp(words->word, "tag") != 0 ||
                  (words_next(words) && words_number(words, "", UINT32_MAX - 1, "a tag", &tag));
  if (ok) {
    *operation = plan_multicast(plan, rank, to.node, to.count, flits, (uint32_t)tag);
  }
  node_set_free(&to);
  return ok && read_carrier(&r, *operation);
}
