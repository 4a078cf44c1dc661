// guess -- see guess.h: what the words of names say.

#include "foreign/guess.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORDS = 16, WORD = 32 };

// ---- Words of a name

typedef struct {
  size_t at, length;  // in the name
  char word[WORD];    // in small letters
} word_t;

// Words end at '_', and where letters and digits meet.
static unsigned split(const char *name, word_t word[WORDS]) {
  unsigned count = 0;
  for (size_t i = 0; name[i] != '\0' && count < WORDS;) {
    size_t length = 0;
    const bool digit = isdigit((unsigned char)name[i]) != 0;
    while (isalnum((unsigned char)name[i + length]) &&
           (isdigit((unsigned char)name[i + length]) != 0) == digit) {
      length++;
    }
    if (length == 0) {
      i++;
      continue;
    }
    word_t *w = &word[count++];
    *w = (word_t){.at = i, .length = length};
    for (size_t k = 0; k < length && k + 1 < WORD; k++) {
      w->word[k] = (char)tolower((unsigned char)name[i + k]);
    }
    i += length;
  }
  return count;
}

// The word, or the word with an s behind it or a t (of AXI4-Stream) in front of it.
static bool means(const char *word, const char *meaning) {
  const size_t length = strlen(meaning);
  if (word[0] == 't' && strcmp(word + 1, meaning) == 0) {
    return true;
  }
  return strncmp(word, meaning, length) == 0 &&
         (word[length] == '\0' || (strcmp(word + length, "s") == 0 && length > 1));
}

static bool is_one_of(const char *word, const char *const *list) {
  for (; *list != NULL; list++) {
    if (means(word, *list)) {
      return true;
    }
  }
  return false;
}

static const char *const kRoles[GUESS_ROLES][8] = {
    [GUESS_FLIT] = {"flit", "data", "packet", "pkt", "payload", NULL},
    [GUESS_VALID] = {"valid", "vld", "val", "req", "send", "wr", NULL},
    [GUESS_READY] = {"ready", "rdy", "ack", "gnt", "grant", NULL},
    [GUESS_CREDIT] = {"credit", "crd", "cr", NULL},
    [GUESS_ON] = {"on", "onoff", NULL},
    [GUESS_OFF] = {"off", "stop", "full", "stall", NULL},
    [GUESS_VC] = {"vc", "vcid", "vch", NULL},
    [GUESS_HEAD] = {"head", "first", "sop", NULL},
    [GUESS_TAIL] = {"tail", "last", "eop", NULL},
    [GUESS_DESTINATION] = {"dest", "dst", "destination", NULL},
};

// The role of a pin; GUESS_ROLES: none that is known. That of "flit_valid" is valid.
static guess_role_t role_of(const char *name) {
  static const guess_role_t kOrder[GUESS_ROLES] = {
      GUESS_CREDIT, GUESS_READY, GUESS_VALID, GUESS_ON,          GUESS_OFF,
      GUESS_VC,     GUESS_TAIL,  GUESS_HEAD,  GUESS_DESTINATION, GUESS_FLIT};
  word_t word[WORDS];
  const unsigned words = split(name, word);
  for (unsigned r = 0; r < GUESS_ROLES; r++) {
    for (unsigned i = 0; i < words; i++) {
      if (is_one_of(word[i].word, kRoles[kOrder[r]])) {
        return kOrder[r];
      }
    }
  }
  return GUESS_ROLES;
}

// ---- Ports

static const struct {
  const char *word, *direction;
} kDirections[] = {
    {"local", "local"}, {"l", "local"},      {"pe", "local"}, {"tile", "local"}, {"core", "local"},
    {"host", "local"},  {"inject", "local"}, {"east", "x+"},  {"e", "x+"},       {"right", "x+"},
    {"west", "x-"},     {"w", "x-"},         {"left", "x-"},  {"north", "y+"},   {"n", "y+"},
    {"south", "y-"},    {"s", "y-"},         {"up", "z+"},    {"u", "z+"},       {"down", "z-"},
    {"d", "z-"},
};
enum { DIRECTIONS = sizeof kDirections / sizeof kDirections[0] };

const char kGuessNumber[] = "number";

static const char *direction_of(const char *word) {
  for (unsigned i = 0; i < DIRECTIONS; i++) {
    if (strcmp(kDirections[i].word, word) == 0) {
      return kDirections[i].direction;
    }
  }
  return isdigit((unsigned char)word[0]) ? kGuessNumber : NULL;
}

// The name with {port} in the place of a word.
static void replace(const char *name, const word_t *w, char out[GUESS_NAME]) {
  (void)snprintf(out, GUESS_NAME, "%.*s{port}%s", (int)w->at, name, name + w->at + w->length);
}

// Whether another pin has the same name but for its port.
static bool has_brother(const guess_t *g, const guess_pin_t *pin, const char *pattern) {
  for (size_t i = 0; i < g->pins; i++) {
    const guess_pin_t *p = &g->pin[i];
    word_t word[WORDS];
    const unsigned words = split(p->name, word);
    for (unsigned k = 0; k < words && p != pin && p->output == pin->output; k++) {
      char other[GUESS_NAME];
      replace(p->name, &word[k], other);
      if (direction_of(word[k].word) != NULL && strcmp(other, pattern) == 0) {
        return true;
      }
    }
  }
  return false;
}

static void add_port(guess_t *g, const char *direction, const char *text, size_t length) {
  for (unsigned i = 0; i < g->ports; i++) {
    const guess_port_t *p = &g->port[i];
    if (strcmp(p->direction, direction) == 0 &&
        (direction != kGuessNumber ||
         (strncmp(p->text, text, length) == 0 && p->text[length] == '\0'))) {
      return;
    }
  }
  if (g->ports < GUESS_PORTS) {
    guess_port_t *p = &g->port[g->ports++];
    p->direction = direction;
    (void)snprintf(p->text, sizeof p->text, "%.*s", (int)length, text);
  }
}

// The name of a pin with {port}; the same name if it is of no port.
static bool find_port(guess_t *g, const guess_pin_t *pin, char pattern[GUESS_NAME]) {
  word_t word[WORDS];
  const unsigned words = split(pin->name, word);
  for (unsigned k = 0; k < words; k++) {
    const char *direction = direction_of(word[k].word);
    replace(pin->name, &word[k], pattern);
    if (direction != NULL && has_brother(g, pin, pattern)) {
      add_port(g, direction, pin->name + word[k].at, word[k].length);
      return true;
    }
  }
  (void)snprintf(pattern, GUESS_NAME, "%s", pin->name);
  return false;
}

// ---- Clock and reset

static void find_clock(guess_t *g) {
  static const char *const kClock[] = {"clk", "clock", "aclk", NULL};
  static const char *const kReset[] = {"rst",  "reset", "aresetn", "areset", "rstn", "resetn",
                                       "arst", "arstn", "nrst",    "nreset", NULL};
  g->clock = g->reset = -1;
  for (size_t i = 0; i < g->pins; i++) {
    guess_pin_t *p = &g->pin[i];
    word_t word[WORDS];
    const unsigned words = split(p->name, word);
    for (unsigned k = 0; k < words && !p->output && p->bits == 1 && p->elements == 1; k++) {
      const char *w = word[k].word;
      if (g->clock < 0 && is_one_of(w, kClock)) {
        g->clock = (int)i;
        p->used = true;
      } else if (g->reset < 0 && is_one_of(w, kReset)) {
        const bool next = k + 1 < words && (strcmp(word[k + 1].word, "n") == 0 ||
                                            strcmp(word[k + 1].word, "ni") == 0);
        g->reset = (int)i;
        g->reset_low = next || w[0] == 'n' || w[strlen(w) - 1] == 'n';
        p->used = true;
      }
    }
  }
}

// ---- All of them

static void find_groups(guess_t *g) {
  for (size_t i = 0; i < g->pins; i++) {
    guess_pin_t *p = &g->pin[i];
    const guess_role_t role = p->used ? GUESS_ROLES : role_of(p->name);
    if (role == GUESS_ROLES) {
      continue;
    }
    const bool back =
        role == GUESS_READY || role == GUESS_CREDIT || role == GUESS_ON || role == GUESS_OFF;
    guess_group_t *group = &g->group[p->output != back][role];
    char pattern[GUESS_NAME];
    const bool each = find_port(g, p, pattern);
    if (group->pins > 0 && (!each || strcmp(pattern, group->name) != 0)) {
      continue;  // the first of them is it
    }
    if (group->pins++ == 0) {
      memcpy(group->name, pattern, sizeof group->name);
      group->each = each;
      group->bits = p->bits;
      group->elements = p->elements;
    }
    p->used = true;
  }
}

static bool is_network(const guess_t *g) {
  static const char *const kNetworks[] = {"mesh", "torus", "noc", "network", "ring", NULL};
  word_t word[WORDS];
  const unsigned words = split(g->top, word);
  bool network = false;
  for (unsigned i = 0; i < words; i++) {
    network = network || is_one_of(word[i].word, kNetworks);
    if (strcmp(word[i].word, "router") == 0) {
      return false;
    }
  }
  return network;
}

// The directions of ports that have only numbers, or none; more than a router in space has are
// those of a network.
static void find_directions(guess_t *g) {
  static const char *const kDefault[] = {"local", "x+", "x-", "y+", "y-", "z+", "z-"};
  enum { DEFAULTS = sizeof kDefault / sizeof kDefault[0] };
  const bool numbers = g->ports > 0 && g->port[0].direction == kGuessNumber;
  g->network = (g->ports == 0 || numbers) && (is_network(g) || g->ports > DEFAULTS);
  for (unsigned i = 0; numbers && !g->network && i < g->ports; i++) {
    const unsigned long number = strtoul(g->port[i].text, NULL, 10);
    g->port[i].direction = number < DEFAULTS ? kDefault[number] : g->port[i].text;
  }
  for (unsigned i = 0; g->ports == 0 && !g->network && i < g->places && i < DEFAULTS; i++) {
    g->port[i].direction = kDefault[i];
  }
}

// How many ports a pin for all ports has, by the valid lines, and how many VCs.
static void find_sizes(guess_t *g) {
  const guess_group_t *valid = &g->group[0][GUESS_VALID];
  const guess_group_t *flit = &g->group[0][GUESS_FLIT];
  g->places = g->ports > 0          ? g->ports
              : valid->elements > 1 ? valid->elements
              : flit->elements > 1  ? flit->elements
              : valid->bits > 1     ? valid->bits
                                    : 1;
  g->vcs = 1;
  for (guess_role_t role = GUESS_READY; role <= GUESS_OFF; role++) {
    const guess_group_t *back = &g->group[0][role];
    const unsigned places = back->each || back->elements > 1 ? 1 : g->places;
    if (back->pins > 0 && places > 0 && back->bits > places && back->bits % places == 0) {
      g->vcs = back->bits / places;
    }
  }
  g->valid_vcs = (valid->each || valid->elements > 1) && g->vcs > 1 && valid->bits == g->vcs;
}

void guess_work_out(guess_t *g) {
  find_clock(g);
  find_groups(g);
  find_sizes(g);
  find_directions(g);
}
