// guess_write -- writes a map that was guessed; see guess.h.

#include <stdlib.h>
#include <string.h>

#include "foreign/guess.h"

static const char *const kSides[GUESS_SIDES] = {"input", "output"};

// Largest of the usual sizes that a number of bits has room for; 0: none.
static unsigned payload_of(unsigned bits) {
  for (unsigned size = 256; size >= 32; size /= 2) {
    if (size <= bits) {
      return size;
    }
  }
  return 0;
}

// Bits of a group at one port.
static unsigned bits_at(const guess_t *g, const guess_group_t *group) {
  return group->each || group->elements > 1 || g->places == 0 ? group->bits
                                                              : group->bits / g->places;
}

// The pin of a group at port p.
static void write_pin(const guess_t *g, const guess_group_t *group, FILE *out) {
  const unsigned bits = bits_at(g, group);
  if (group->each || (g->places == 1 && group->elements == 1)) {
    (void)fprintf(out, "\"%s\"", group->name);
  } else if (group->elements > 1 || bits <= 1) {
    (void)fprintf(out, "\"%s[p]\"", group->name);
  } else {
    (void)fprintf(out, "\"%s[%u*p+%u:%u*p]\"", group->name, bits, bits - 1, bits);
  }
}

static void write_list(const char *key, const char *const *item, size_t count, FILE *out) {
  if (count == 0) {
    return;
  }
  (void)fprintf(out, "%s: [", key);
  for (size_t i = 0; i < count; i++) {
    (void)fprintf(out, "%s\"%s\"", i > 0 ? ", " : "", item[i]);
  }
  (void)fputs("]  # as of the folder of the map\n", out);
}

static void write_sources(const guess_t *g, FILE *out) {
  write_list("sources", g->files->source, g->files->sources, out);
  write_list("include", g->files->include, g->files->includes, out);
}

static void write_clock(const guess_t *g, FILE *out) {
  if (g->clock >= 0) {
    (void)fprintf(out, "clock: %s\n", g->pin[g->clock].name);
  } else {
    (void)fputs("clock: CLOCK  # to do: no input is called clk or clock\n", out);
  }
  if (g->reset >= 0) {
    (void)fprintf(out, "reset: {pin: %s, active: %s}  # active by its name\n",
                  g->pin[g->reset].name, g->reset_low ? "low" : "high");
  }
}

// ---- Ties

// Whether a part of a name is these words.
static bool has(const char *name, const char *part) {
  char small[GUESS_NAME];
  size_t i = 0;
  for (; name[i] != '\0' && i + 1 < sizeof small; i++) {
    small[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + ('a' - 'A') : name[i]);
  }
  small[i] = '\0';
  for (const char *at = strstr(small, part); at != NULL; at = strstr(at + 1, part)) {
    if (at == small || at[-1] == '_') {
      return true;
    }
  }
  return false;
}

static const char *tie_of(const char *name) {
  static const struct {
    const char *part, *is;
  } kTies[] = {
      {"size_x", "size_x"}, {"size_y", "size_y"}, {"columns", "size_x"}, {"rows", "size_y"},
      {"cols", "size_x"},   {"my_x", "x"},        {"my_y", "y"},         {"x_pos", "x"},
      {"y_pos", "y"},       {"xpos", "x"},        {"ypos", "y"},         {"x_coord", "x"},
      {"y_coord", "y"},     {"x_addr", "x"},      {"y_addr", "y"},       {"local_x", "x"},
      {"local_y", "y"},     {"x_id", "x"},        {"y_id", "y"},         {"place", "y << 4 | x"},
      {"number", "router"}, {"router", "router"}, {"addr", "router"},    {"node", "router"},
      {"id", "router"},     {"enable", "1"},      {"en_i", "1"},
  };
  for (size_t i = 0; i < sizeof kTies / sizeof kTies[0]; i++) {
    if (has(name, kTies[i].part)) {
      return kTies[i].is;
    }
  }
  return "0";
}

static void write_ties(const guess_t *g, FILE *out) {
  bool first = true;
  for (size_t i = 0; i < g->pins; i++) {
    const guess_pin_t *p = &g->pin[i];
    if (p->output || p->used) {
      continue;
    }
    (void)fputs(first ? "tie:  # inputs that have no role: guesses\n" : "", out);
    first = false;
    if (p->elements > 1) {
      for (unsigned k = 0; k < p->elements; k++) {
        (void)fprintf(out, "  %s[%u]: %s\n", p->name, k, tie_of(p->name));
      }
    } else {
      (void)fprintf(out, "  %s: %s  # %u bit%s\n", p->name, tie_of(p->name), p->bits,
                    p->bits == 1 ? "" : "s");
    }
  }
}

// ---- Ports and links

static void write_ports(const guess_t *g, FILE *out) {
  if (g->network) {
    (void)fprintf(out, "ports: nodes  # %u ends\n", g->places);
    return;
  }
  if (g->ports > 0) {
    (void)fputs("ports: {", out);
    for (unsigned i = 0; i < g->ports; i++) {
      (void)fprintf(out, "%s%s: %s", i > 0 ? ", " : "", g->port[i].direction, g->port[i].text);
    }
    (void)fputs("}  # north is y+ here\n", out);
    return;
  }
  (void)fputs("ports: [", out);
  for (unsigned i = 0; i < g->places && i < GUESS_PORTS; i++) {
    if (g->port[i].direction != NULL && g->places <= 7) {
      (void)fprintf(out, "%s%s", i > 0 ? ", " : "", g->port[i].direction);
    } else {
      (void)fprintf(out, "%s%u", i > 0 ? ", " : "", i);
    }
  }
  (void)fputs("]  # to do: the order is a guess\n", out);
}

static guess_role_t way_back(const guess_t *g, int side) {
  for (guess_role_t role = GUESS_READY; role <= GUESS_OFF; role++) {
    if (g->group[side][role].pins > 0) {
      return role;
    }
  }
  return GUESS_ROLES;
}

static void write_key(const guess_t *g, int side, guess_role_t role, const char *key, FILE *out) {
  const guess_group_t *group = &g->group[side][role];
  if (group->pins > 0) {
    (void)fprintf(out, "  %s: ", key);
    write_pin(g, group, out);
    (void)fputc('\n', out);
  }
}

// Whether data comes with tail and destination of their own: then it is no flit, but payload.
static bool is_stream(const guess_t *g) {
  return g->group[0][GUESS_TAIL].pins > 0 && g->group[1][GUESS_TAIL].pins > 0;
}

static void write_vc(const guess_t *g, int side, FILE *out) {
  const guess_group_t *vc = &g->group[side][GUESS_VC];
  if (vc->pins == 0) {
    return;
  }
  (void)fputs("  vc: ", out);
  if (bits_at(g, vc) == g->vcs && g->vcs > 2) {
    (void)fputs("{at: ", out);
    write_pin(g, vc, out);
    (void)fputs(", code: one-hot}\n", out);
  } else {
    write_pin(g, vc, out);
    (void)fputs(g->vcs == 2 && bits_at(g, vc) == 2 ? "  # to do: index, or one-hot?\n" : "\n", out);
  }
}

static void write_link(const guess_t *g, int side, FILE *out) {
  static const char *const kBack[GUESS_ROLES] = {
      [GUESS_READY] = "ready", [GUESS_CREDIT] = "credit", [GUESS_ON] = "on", [GUESS_OFF] = "off"};
  const guess_role_t back = way_back(g, side);
  (void)fprintf(out, "%s:\n", kSides[side]);
  write_key(g, side, GUESS_FLIT, is_stream(g) ? "payload" : "flit", out);
  if (g->group[side][GUESS_FLIT].pins == 0) {
    (void)fputs("  flit: FLIT  # to do\n", out);
  }
  write_key(g, side, GUESS_VALID, "valid", out);
  if (g->group[side][GUESS_VALID].pins == 0) {
    (void)fputs("  valid: VALID  # to do\n", out);
  }
  if (back == GUESS_ROLES) {
    (void)fputs("  ready: READY  # to do: or credit, on, off\n", out);
  } else {
    write_key(g, side, back, kBack[back], out);
  }
  write_vc(g, side, out);
  if (is_stream(g)) {
    write_key(g, side, GUESS_HEAD, "head", out);
    write_key(g, side, GUESS_TAIL, "tail", out);
  }
}

// ---- Flits and heads

// The fields that are left when payload has its place at the bottom.
static void write_flit(const guess_t *g, unsigned *left, unsigned *next, FILE *out) {
  const unsigned bits = bits_at(g, &g->group[0][GUESS_FLIT]);
  const unsigned room = payload_of(bits >= 2 ? bits - 2 : 0);
  const unsigned payload = room > 0 ? room : 32;
  (void)fprintf(out, "flit:  # to do: a flit has %u bits; which are what is a guess\n", bits);
  (void)fprintf(out, "  payload: flit[%u:0]%s\n", payload - 1,
                room > 0 ? "" : "  # to do: it must have as many");
  (void)fprintf(out, "  head: flit[%u]\n  tail: flit[%u]\n", payload, payload + 1);
  (void)fprintf(out, "  # or kind: {at: \"flit[%u:%u]\", head: 1, body: 0, tail: 2, single: 3}\n",
                payload + 1, payload);
  *next = payload + 2;
  if (g->valid_vcs) {
    (void)fputs("  vc: valid\n", out);
  } else if (g->vcs > 1 && g->group[0][GUESS_VC].pins == 0) {
    unsigned vc = 1;
    while ((1U << vc) < g->vcs) {
      vc++;
    }
    (void)fprintf(out, vc > 1 ? "  vc: flit[%u:%u]\n" : "  vc: flit[%u]\n", *next + vc - 1, *next);
    *next += vc;
  }
  *left = bits > *next ? bits - *next : 0;
}

static void write_heads(const guess_t *g, unsigned left, unsigned next, FILE *out) {
  const guess_group_t *in = &g->group[0][GUESS_DESTINATION];
  const guess_group_t *to = &g->group[1][GUESS_DESTINATION];
  if (in->pins > 0) {
    (void)fputs("head:  # to do: what the destination is\n  - {at: {input: ", out);
    write_pin(g, in, out);
    if (to->pins > 0) {
      (void)fputs(", output: ", out);
      write_pin(g, to, out);
    }
    (void)fprintf(out, "}, is: %s, each: true}\n", g->network ? "dnode" : "drouter");
    return;
  }
  const bool beside = left >= 4;
  const unsigned half = beside ? left / 2 : 4;
  const unsigned low = beside ? next : 0;
  (void)fprintf(out, "head:  # to do: where the destination stands%s\n",
                beside ? "" : ", here in a flit in front of the packet");
  if (g->network) {
    (void)fprintf(out, "  - {at: \"flit[%u:%u]\", is: dnode}\n", low + 2 * half - 1, low);
  } else {
    (void)fprintf(out, "  - {at: \"flit[%u:%u]\", is: dx}\n", low + half - 1, low);
    (void)fprintf(out, "  - {at: \"flit[%u:%u]\", is: dy}\n", low + 2 * half - 1, low + half);
  }
  (void)fputs(beside ? "" : "headers: 1\n", out);
}

void guess_write(const guess_t *g, FILE *out) {
  unsigned left = 0;
  unsigned next = 0;
  (void)fprintf(out,
                "# A map of %s, guessed from the names of its pins. Lines with \"to do\" need a "
                "look at\n# its manual; then: nocstep dut build this.yaml\n",
                g->top);
  (void)fputs(g->network ? "level: network\n" : "", out);
  (void)fprintf(out, "top: %s\n", g->top);
  write_sources(g, out);
  write_clock(g, out);
  write_ties(g, out);
  write_ports(g, out);
  if (g->vcs > 1) {
    (void)fprintf(out, "vcs: %u\n", g->vcs);
  }
  if (way_back(g, 0) == GUESS_CREDIT) {
    (void)fputs("depth: 4  # to do: credits of each VC that a sender begins with\n", out);
  }
  for (int side = 0; side < GUESS_SIDES; side++) {
    write_link(g, side, out);
  }
  if (!is_stream(g)) {
    write_flit(g, &left, &next, out);
  }
  write_heads(g, left, next, out);
}
