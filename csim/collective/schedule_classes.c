// schedule_classes -- see schedule_classes.h.

#include "collective/schedule_classes.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// The dependencies of links in each class; a link is router * ports + port.
typedef struct {
  const topology_t *t;
  uint32_t links;
  uint32_t *stamp;  // [link]: the last search that came there
  uint32_t search;
  uint32_t *stack;
  // [class * links + link]: by the ports of the router that it leads to, which links depend on it
  uint64_t *next;
} layers_t;

static uint32_t router_behind(const layers_t *l, uint32_t link) {
  return (uint32_t)l->t->peer_router[link];
}

// Whether a way over the dependencies of a class leads from one link to another.
static bool leads(layers_t *l, unsigned vc_class, uint32_t from, uint32_t to) {
  const uint64_t *next = &l->next[(size_t)vc_class * l->links];
  uint32_t depth = 0;
  l->search++;
  l->stack[depth++] = from;
  l->stamp[from] = l->search;
  while (depth > 0) {
    const uint32_t link = l->stack[--depth];
    if (link == to) {
      return true;
    }
    const uint32_t base = router_behind(l, link) * l->t->ports;
    for (uint64_t left = next[link]; left != 0; left &= left - 1) {
      const uint32_t behind = base + (uint32_t)__builtin_ctzll(left);
      if (l->stamp[behind] != l->search) {
        l->stamp[behind] = l->search;
        l->stack[depth++] = behind;
      }
    }
  }
  return false;
}

static bool lay(layers_t *l, const participants_t *p, noc_error_t *error) {
  const schedule_choice_t *c = &p->scheduled;
  for (uint32_t i = 0; i < c->found.moves; i++) {
    const schedule_move_t *move = &c->found.move[i];
    unsigned vc_class = 0;
    for (uint32_t k = move->first; k + 1 < move->first + move->routers; k++) {
      const uint32_t link = c->found.path[k] * l->t->ports + c->hop[k].port;
      if (k > move->first) {
        const uint32_t before = c->found.path[k - 1] * l->t->ports + c->hop[k - 1].port;
        if (leads(l, vc_class, link, before)) {
          vc_class++;
        } else {
          l->next[(size_t)vc_class * l->links + before] |= UINT64_C(1) << c->hop[k].port;
        }
      }
      if (vc_class == c->classes) {
        return noc_fail(error, NOC_BAD_INPUT,
                        "router.vcs" SAY_IS("%u in a virtual network, too few classes for a "
                                            "schedule whose steps overlap",
                                            "more, or workload.steps sequential or barrier"),
                        c->classes);
      }
      c->hop[k].vc_class = vc_class;
    }
  }
  return true;
}

bool schedule_classes(participants_t *p, noc_error_t *error) {
  const topology_t *t = p->topology;
  layers_t l = {.t = t, .links = t->routers * t->ports};
  if (p->scheduled.classes == 0) {
    return true;  // without a scenario: any
  }
  l.stamp = calloc((size_t)l.links + 1, sizeof *l.stamp);
  l.stack = malloc(((size_t)l.links + 1) * sizeof *l.stack);
  l.next = calloc((size_t)l.links * p->scheduled.classes + 1, sizeof *l.next);
  const bool ok = l.stamp != NULL && l.stack != NULL && l.next != NULL
                      ? lay(&l, p, error)
                      : memory_fail(error, "the classes of a schedule");
  free(l.stamp);
  free(l.stack);
  free(l.next);
  return ok;
}
