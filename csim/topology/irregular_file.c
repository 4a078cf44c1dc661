// irregular_file -- an irregular network from a file; the format is in irregular.h.

#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/disjoint_sets.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "base/text_input.h"
#include "topology/irregular.h"

enum { MOST_PORTS = 4096, NAME = 41, SLOTS = 1 << 18, MOST_NAMES = SLOTS / 2 };
static const uint32_t kAny = UINT32_MAX;  // port: the lowest that is left

// One end of a link or of a host's line.
typedef struct {
  uint32_t at;  // switch
  uint32_t port;
  bool named;  // the port is given
  text_place_t place;
} end_t;

// A name; switches and hosts are told apart by `host`.
typedef struct {
  char text[NAME];
  bool host;
  uint32_t number;
  uint32_t ports;      // of a switch
  text_place_t place;  // where it was given
} name_t;

typedef struct {
  text_input_t in;
  noc_error_t *error;
  name_t *names;
  uint32_t n_names, names_room;
  uint32_t *slot;         // [SLOTS]: 1 + index of a name; 0: empty
  uint32_t *switch_name;  // [switch]: index of its name
  uint32_t switches, hosts, ports;
  end_t *ends;  // of hosts, one each, and of links, two each; `is_host` says which
  bool *is_host;
  uint32_t n_ends, ends_room;
} file_t;

static uint32_t *find_slot(const file_t *f, const char *text, bool host) {
  uint64_t hash = host ? UINT64_C(0x9e3779b97f4a7c15) : UINT64_C(0xcbf29ce484222325);
  for (const char *c = text; *c != '\0'; c++) {
    hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
  }
  uint32_t s = (uint32_t)(hash >> 20) % SLOTS;
  while (f->slot[s] != 0) {
    const name_t *name = &f->names[f->slot[s] - 1];
    if (name->host == host && strcmp(name->text, text) == 0) {
      break;
    }
    s = (s + 1) % SLOTS;
  }
  return &f->slot[s];
}

// Reads a name; `what` it is the name of.
static bool read_name(file_t *f, const char *what, const char *ends) {
  text_input_t *in = &f->in;
  text_skip_blanks(in);
  if (!text_word(in, ends)) {
    return false;
  }
  const char *kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  const size_t length = strlen(in->word);
  if (length == 0 || length >= NAME || strspn(in->word, kLetters) != length) {
    return length == 0
               ? text_fail(in, in->word_at, SAY_THERE_IS("no %s", "letters, digits, '_', '-'"),
                           what)
               : text_fail(in, in->word_at,
                           SAY_THERE_IS("the %s '%.48s'", "up to 40 letters, digits, '_', '-'"),
                           what, in->word);
  }
  return true;
}

// Enters the name that was read last.
static name_t *add_name(file_t *f, bool host) {
  text_input_t *in = &f->in;
  uint32_t *slot = find_slot(f, in->word, host);
  const char *what = host ? "host" : "switch";
  if (*slot != 0) {
    text_fail(in, in->word_at, SAY_THERE_IS("the %s '%s' again, as in line %llu", "another name"),
              what, in->word, (unsigned long long)f->names[*slot - 1].place.line);
    return NULL;
  }
  if (f->n_names == MOST_NAMES) {
    text_fail(in, in->word_at, SAY_THERE_IS("more than %d names", "at most so many"),
              (int)MOST_NAMES);
    return NULL;
  }
  if (!memory_room(&f->names, &f->names_room, f->n_names + 1, sizeof *f->names)) {
    memory_fail(f->error, "a topology");
    return NULL;
  }
  name_t *name = &f->names[f->n_names++];
  *slot = f->n_names;
  *name = (name_t){.host = host, .number = host ? f->hosts++ : f->switches++, .place = in->word_at};
  (void)strcpy(name->text, in->word);  // it fits: read_name()
  return name;
}

// Reads "a" or "a.3".
static bool read_end(file_t *f, bool host) {
  text_input_t *in = &f->in;
  if (!read_name(f, "switch", ".")) {
    return false;
  }
  const text_place_t place = in->word_at;
  const uint32_t slot = *find_slot(f, in->word, false);
  if (slot == 0) {
    nearest_t nearest = nearest_start(in->word);
    for (uint32_t i = 0; i < f->n_names && i < 100; i++) {
      if (!f->names[i].host) {
        nearest_offer(&nearest, f->names[i].text);
      }
    }
    return text_fail(in, place, SAY_THERE_IS("no switch '%s' above%s", "one that has its line"),
                     in->word, nearest_hint(&nearest));
  }
  const name_t *name = &f->names[slot - 1];
  end_t end = {name->number, kAny, false, place};
  if (in->c == '.') {
    uint64_t port = 0;
    text_advance(in);
    if (!text_word(in, "") || !text_number(in, "port", 0, name->ports - 1, &port)) {
      return false;
    }
    end.port = (uint32_t)port;
    end.named = true;
  }
  uint32_t room = f->ends_room;
  if (!memory_room(&f->ends, &f->ends_room, f->n_ends + 1, sizeof *f->ends) ||
      !memory_room(&f->is_host, &room, f->n_ends + 1, sizeof *f->is_host)) {
    return memory_fail(f->error, "a topology");
  }
  f->is_host[f->n_ends] = host;
  f->ends[f->n_ends++] = end;
  return true;
}

static bool read_switch(file_t *f) {
  text_input_t *in = &f->in;
  uint64_t ports = 0;
  if (!read_name(f, "name of a switch", "")) {
    return false;
  }
  name_t *name = add_name(f, false);
  if (name == NULL) {
    return false;
  }
  text_skip_blanks(in);
  if (!text_word(in, "") || !text_number(in, "ports", 1, MOST_PORTS, &ports)) {
    return false;
  }
  name->ports = (uint32_t)ports;
  f->ports = name->ports > f->ports ? name->ports : f->ports;
  return true;
}

static bool read_host(file_t *f) {
  return read_name(f, "name of a host", "") && add_name(f, true) != NULL && read_end(f, true);
}

static bool read_link(file_t *f) {
  for (unsigned i = 0; i < 2; i++) {
    if (!read_end(f, false)) {
      return false;
    }
  }
  const end_t *end = &f->ends[f->n_ends - 2];
  return end[0].at != end[1].at ||
         text_fail(&f->in, end[1].place,
                   SAY_THERE_IS("a link from a switch to itself", "two switches"));
}

static bool read_line(file_t *f) {
  static const struct {
    const char *word;
    bool (*read)(file_t *f);
  } kLines[] = {{"switch", read_switch}, {"host", read_host}, {"link", read_link}};
  text_input_t *in = &f->in;
  if (!text_word(in, "")) {
    return false;
  }
  nearest_t nearest = nearest_start(in->word);
  for (size_t i = 0; i < sizeof kLines / sizeof kLines[0]; i++) {
    if (strcmp(kLines[i].word, in->word) == 0) {
      if (!kLines[i].read(f)) {
        return false;
      }
      text_skip_blanks(in);
      return in->c == '\n' || in->c == TEXT_END ||
             text_fail(in, in->here, SAY_THERE_IS("more on the line", "its end"));
    }
    nearest_offer(&nearest, kLines[i].word);
  }
  return text_fail(in, in->word_at, SAY_THERE_IS("'%.48s'%s", "%s"), in->word,
                   nearest_hint(&nearest), nearest.names);
}

static bool read_lines(file_t *f) {
  for (text_skip_lines(&f->in); f->in.c != TEXT_END; text_skip_lines(&f->in)) {
    if (!read_line(f)) {
      return false;
    }
  }
  if (f->in.failed) {
    return false;
  }
  return f->hosts > 0 || text_fail(&f->in, f->in.here, SAY_THERE_IS("no host", "one or more"));
}

// Takes the port of an end; `used` has a flag for each port of each switch.
static bool take_port(file_t *f, end_t *end, bool *used) {
  bool *mine = used + (size_t)end->at * f->ports;
  const name_t *name = &f->names[f->switch_name[end->at]];
  if (end->port == kAny) {
    uint32_t port = 0;
    while (port < name->ports && mine[port]) {
      port++;
    }
    if (port == name->ports) {
      return text_fail(
          &f->in, end->place,
          SAY_THERE_IS("no port left at switch '%s'", "hosts and links for its %u ports"),
          name->text, name->ports);
    }
    end->port = port;
  } else if (mine[end->port]) {
    return text_fail(&f->in, end->place,
                     SAY_THERE_IS("port %u of switch '%s' again", "another one"), end->port,
                     name->text);
  }
  mine[end->port] = true;
  return true;
}

static bool assign_ports(file_t *f) {
  bool *used = calloc((size_t)f->switches * f->ports, sizeof *used);
  if (used == NULL) {
    return memory_fail(f->error, "a topology");
  }
  bool ok = true;
  for (unsigned round = 0; round < 2; round++) {  // named ports, then the others
    for (uint32_t i = 0; ok && i < f->n_ends; i++) {
      if (f->ends[i].named == (round == 0)) {
        ok = take_port(f, &f->ends[i], used);
      }
    }
  }
  free(used);
  return ok;
}

static bool check_connected(file_t *f) {
  uint32_t *parent = calloc(f->switches, sizeof *parent);
  if (parent == NULL) {
    return memory_fail(f->error, "a topology");
  }
  disjoint_begin(parent, f->switches);
  for (uint32_t i = 0; i < f->n_ends; i++) {
    if (!f->is_host[i]) {
      disjoint_join(parent, f->ends[i].at, f->ends[i + 1].at);
      i++;
    }
  }
  uint32_t lost = 0;
  while (lost < f->switches && disjoint_root(parent, lost) == disjoint_root(parent, 0)) {
    lost++;
  }
  free(parent);
  if (lost == f->switches) {
    return true;
  }
  const name_t *name = &f->names[f->switch_name[lost]];
  return text_fail(
      &f->in, name->place,
      SAY_THERE_IS("no path between the switches '%s' and '%s'", "a network that is connected"),
      f->names[f->switch_name[0]].text, name->text);
}

static void join_all(const file_t *f, topology_t *t) {
  uint32_t host = 0;
  for (uint32_t i = 0; i < f->n_ends; i++) {
    const topology_place_t here = {f->ends[i].at, f->ends[i].port};
    if (f->is_host[i]) {
      t->inject[host] = t->eject[host] = here;
      host++;
    } else {
      topology_join(t, here, (topology_place_t){f->ends[i + 1].at, f->ends[i + 1].port});
      i++;
    }
  }
}

static bool read_all(file_t *f, topology_t *t, topology_reader_t *r) {
  f->slot = calloc(SLOTS, sizeof *f->slot);
  if (f->slot == NULL) {
    return memory_fail(f->error, "a topology");
  }
  if (!read_lines(f)) {
    return false;
  }
  f->switch_name = calloc(f->switches, sizeof *f->switch_name);
  if (f->switch_name == NULL) {
    return memory_fail(f->error, "a topology");
  }
  for (uint32_t i = 0; i < f->n_names; i++) {
    if (!f->names[i].host) {
      f->switch_name[f->names[i].number] = i;
    }
  }
  t->dims = 1;
  t->radix[0] = t->routers = f->switches;
  t->nodes = f->hosts;
  t->ports = f->ports;
  if (!topology_name(t, r, "%s", r->text + r->at) || !topology_allocate(t, r) || !assign_ports(f) ||
      !check_connected(f)) {
    return false;
  }
  join_all(f, t);
  return true;
}

bool irregular_read(topology_t *t, topology_reader_t *r) {
  if (r->text[r->at] == '\0') {
    return reader_fail(r, NULL, "switches=S,ports=P,hosts=H,seed=N[,open=N] or the name of a file");
  }
  file_t f = {.error = r->error};
  if (!text_open(&f.in, r->text + r->at, r->error)) {
    return false;
  }
  const bool ok = read_all(&f, t, r);
  text_close(&f.in);
  free(f.names);
  free(f.slot);
  free(f.switch_name);
  free(f.ends);
  free(f.is_host);
  return ok;
}
