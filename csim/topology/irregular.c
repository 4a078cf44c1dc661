// irregular -- `irregular:switches=8,ports=8,hosts=32,seed=1`: a connected network of switches,
// drawn at random; see irregular.h for networks from files.
//
// The hosts are spread evenly over the switches, the first switches having one more where they do
// not divide; they are numbered switch by switch and are on the lowest ports. A random tree joins
// all switches; then all ports that are left are paired at random. Two switches get a second link,
// and a port stays open, only where the draw leaves nothing else. `open=2` leaves the two highest
// ports of every switch open for further connections: the links are those of switches that have as
// many ports less.

#include "topology/irregular.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

enum { SWITCHES, PORTS, HOSTS, SEED, OPEN };
enum { MOST_PORTS = 4096, TRIES = 32 };
enum { DRAW_ORDER, DRAW_TREE, DRAW_PAIRS, DRAW_AGAIN };  // what a number is drawn for

// The most hosts for which a tree of links finds its ports.
static uint64_t most_hosts(uint64_t switches, uint64_t ports) {
  if (switches == 1) {
    return ports;
  }
  const uint64_t one_left = switches * (ports - 1);
  const uint64_t ends = 2 * (switches - 1);
  const uint64_t tree = switches * ports > ends ? switches * ports - ends : 0;
  return one_left < tree ? one_left : tree;
}

// Ports of a switch that take hosts and links.
static unsigned used_ports(const topology_t *t) {
  return t->arg[PORTS] - t->arg[OPEN];
}

static bool parse(topology_t *t, topology_reader_t *r) {
  t->arg[SEED] = 1;
  argument_t list[] = {{"switches", 1, NOC_MAX_NODES, false, false, &t->arg[SWITCHES], 0},
                       {"ports", 1, MOST_PORTS, false, false, &t->arg[PORTS], 0},
                       {"hosts", 1, NOC_MAX_NODES, false, false, &t->arg[HOSTS], 0},
                       {"seed", 0, UINT32_MAX, true, false, &t->arg[SEED], 0},
                       {"open", 0, MOST_PORTS, true, false, &t->arg[OPEN], 0}};
  if (!reader_arguments(r, list, 5) || !reader_end(r, "the end (hosts is the number of nodes)")) {
    return false;
  }
  const unsigned switches = t->arg[SWITCHES];
  char accepted[160];
  if (t->arg[OPEN] >= t->arg[PORTS]) {
    const topology_reader_t at = {r->text, list[OPEN].at, r->error};
    (void)snprintf(accepted, sizeof accepted, "fewer than the %u of a switch", t->arg[PORTS]);
    return reader_fail_number(&at, t->arg[OPEN] == 1 ? "open port" : "open ports", t->arg[OPEN],
                              accepted);
  }
  const unsigned ports = used_ports(t);
  const uint64_t most = most_hosts(switches, ports);
  if (most == 0) {
    const topology_reader_t at = {r->text, list[PORTS].at, r->error};
    (void)snprintf(accepted, sizeof accepted,
                   "more%s, so that %u switches can be linked and have a host",
                   t->arg[OPEN] > 0 ? " that are not open" : " ports", switches);
    return reader_fail_number(&at, t->arg[PORTS] == 1 ? "port" : "ports", t->arg[PORTS], accepted);
  }
  if (t->arg[HOSTS] > most) {
    const topology_reader_t at = {r->text, list[HOSTS].at, r->error};
    (void)snprintf(accepted, sizeof accepted,
                   "up to %llu hosts, since %u switches of %u ports need %u ports for a tree",
                   (unsigned long long)most, switches, ports, 2 * (switches - 1));
    return reader_fail_number(&at, "hosts", t->arg[HOSTS], accepted);
  }
  return true;
}

// A network under construction.
typedef struct {
  topology_t *t;
  uint32_t *used;   // [switch]: ports in use, the lowest ones
  uint32_t *order;  // scratch: switches, or ends of links
} draft_t;

static uint64_t key_of(const draft_t *d, unsigned purpose) {
  return rng_key(d->t->arg[SEED], RNG_TOPOLOGY, purpose);
}

static uint32_t ports_left(const draft_t *d, uint32_t s) {
  return used_ports(d->t) - d->used[s];
}

static void join(draft_t *d, uint32_t a, uint32_t b) {
  topology_join(d->t, (topology_place_t){a, d->used[a]}, (topology_place_t){b, d->used[b]});
  d->used[a]++;
  d->used[b]++;
}

static void attach_hosts(draft_t *d) {
  topology_t *t = d->t;
  uint32_t host = 0;
  for (uint32_t s = 0; s < t->routers; s++) {
    const uint32_t count = t->nodes / t->routers + (s < t->nodes % t->routers);
    for (uint32_t i = 0; i < count; i++) {
      t->inject[host] = t->eject[host] = (topology_place_t){s, i};
      host++;
    }
    d->used[s] = count;
  }
}

// A random tree: in random order, each switch is linked to one drawn from those before it that have
// a port left. Switches with a single port come last, so that a port is always left.
static void grow_tree(draft_t *d) {
  const uint32_t switches = d->t->routers;
  uint32_t *order = d->order;
  uint32_t *open = d->order + switches;  // switches in the tree that have a port left
  uint32_t opened = 0;
  uint32_t many = 0;  // switches with several ports, at the start of the order
  const uint64_t key = key_of(d, DRAW_TREE);
  for (uint32_t s = 0; s < switches; s++) {
    order[s] = s;
  }
  rng_shuffle(order, switches, switches, key_of(d, DRAW_ORDER));
  for (uint32_t i = 0; i < switches; i++) {
    const uint32_t s = order[i];
    if (ports_left(d, s) > 1) {
      order[i] = order[many];
      order[many++] = s;
    }
  }
  for (uint32_t i = 0; i < switches; i++) {
    const uint32_t s = order[i];
    if (i > 0) {
      const uint32_t at = rng_below(rng_draw(key, i), opened);
      const uint32_t other = open[at];
      join(d, other, s);
      open[at] = ports_left(d, other) == 0 ? open[--opened] : other;
    }
    if (ports_left(d, s) > 0) {
      open[opened++] = s;
    }
  }
}

static bool are_linked(const draft_t *d, uint32_t a, uint32_t b) {
  for (uint32_t p = 0; p < d->used[a]; p++) {
    if (d->t->peer_router[(size_t)a * d->t->ports + p] == (int32_t)b) {
      return true;
    }
  }
  return false;
}

// Pairs the ends that are left, in random order; an end whose neighbour in the order is no good
// partner is given another one, drawn from those behind.
static void pair_rest(draft_t *d) {
  uint32_t count = 0;
  for (uint32_t s = 0; s < d->t->routers; s++) {
    for (uint32_t p = d->used[s]; p < used_ports(d->t); p++) {
      d->order[count++] = s;
    }
  }
  rng_shuffle(d->order, count, count, key_of(d, DRAW_PAIRS));
  const uint64_t key = key_of(d, DRAW_AGAIN);
  for (uint32_t i = 0; i + 1 < count; i += 2) {
    const uint32_t a = d->order[i];
    uint32_t best = i + 1;
    for (unsigned n = 0; n < TRIES && (d->order[best] == a || are_linked(d, a, d->order[best]));
         n++) {
      const uint32_t at = i + 1 + rng_below(rng_draw(key, (uint64_t)i * TRIES + n), count - i - 1);
      const bool better =
          d->order[at] != a && (d->order[best] == a || !are_linked(d, a, d->order[at]));
      best = better ? at : best;
    }
    const uint32_t b = d->order[best];
    d->order[best] = d->order[i + 1];
    d->order[i + 1] = b;
    if (a != b) {
      join(d, a, b);
    }
  }
}

static bool generate(topology_t *t, topology_reader_t *r) {
  const topology_reader_t start = *r;
  if (!parse(t, r)) {
    return false;
  }
  t->dims = 1;
  t->radix[0] = t->routers = t->arg[SWITCHES];
  t->nodes = t->arg[HOSTS];
  t->ports = t->arg[PORTS];
  char open[24] = "";
  if (t->arg[OPEN] > 0) {
    (void)snprintf(open, sizeof open, ",open=%u", t->arg[OPEN]);
  }
  if (!topology_name(t, r, "switches=%u,ports=%u,hosts=%u,seed=%u%s", t->routers, t->ports,
                     t->nodes, t->arg[SEED], open) ||
      !topology_allocate(t, &start)) {
    return false;
  }
  const size_t ends = (size_t)t->routers * t->ports;
  draft_t d = {.t = t};
  d.used = calloc(t->routers, sizeof *d.used);
  d.order =
      malloc((ends > 2 * (size_t)t->routers ? ends : 2 * (size_t)t->routers) * sizeof *d.order);
  const bool ok = d.used != NULL && d.order != NULL;
  if (ok) {
    attach_hosts(&d);
    grow_tree(&d);
    pair_rest(&d);
  }
  free(d.used);
  free(d.order);
  return ok || noc_fail(r->error, NOC_ENVIRONMENT, "out of memory for a topology");
}

// Arguments have an '=' behind a name; what has none, or a '/' or '.' before it, is a file.
static bool is_file(const char *arguments) {
  const char *mark = strpbrk(arguments, "=/.");
  return mark == NULL || *mark != '=';
}

const char *topology_file(const char *string) {
  static const char kFamily[] = "irregular:";
  const char *rest = string + strlen(kFamily);
  return strncmp(string, kFamily, strlen(kFamily)) == 0 && is_file(rest) ? rest : NULL;
}

static bool irregular_build(topology_t *t, topology_reader_t *r) {
  return is_file(r->text + r->at) ? irregular_read(t, r) : generate(t, r);
}

const family_code_t kIrregularCode = {.build = irregular_build};
