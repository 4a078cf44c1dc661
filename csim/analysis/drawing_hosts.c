// drawing_hosts -- see drawing_hosts.h.

#include "analysis/drawing_hosts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
  ANGLES = 48,   // tried around a router, from the upper right on
  SAMPLES = 24,  // points of a link that are kept clear
  TEXT = 32,
  FEW_ROUTERS = 256,  // with more, hosts stand at fixed angles
  FEW_LINKS = 2000
};

static const double kSmall = 0.08;  // side of a square without a number
static const double kGap = 0.08;    // between router and box
static const double kNear = 1.2;    // what is farther from a router than that is not in the way
static const double kPi = 3.14159265358979323846;

// A disc that a box should not cover.
typedef struct {
  point_t at;
  double radius;
} obstacle_t;

typedef struct {
  obstacle_t *item;
  size_t count;
  uint32_t room;
} obstacles_t;

typedef struct {
  const placing_t *p;
  drawing_hosts_t *h;
  obstacles_t links;  // points of all links
  obstacles_t near;   // what is near the router that is looked at
  bool failed;
} space_t;

static void add(space_t *s, obstacles_t *list, point_t at, double radius) {
  if (!memory_room(&list->item, &list->room, (uint32_t)list->count + 1, sizeof *list->item)) {
    s->failed = true;
    return;
  }
  list->item[list->count++] = (obstacle_t){at, radius};
}

static point_t on_curve(const point_t c[4], double s) {
  const double r = 1 - s;
  return (point_t){
      r * r * r * c[0].x + 3 * r * r * s * c[1].x + 3 * r * s * s * c[2].x + s * s * s * c[3].x,
      r * r * r * c[0].y + 3 * r * r * s * c[1].y + 3 * r * s * s * c[2].y + s * s * s * c[3].y};
}

static double distance(point_t a, point_t b) {
  return hypot(a.x - b.x, a.y - b.y);
}

// A long link has as many points in a unit as a short one.
static void add_links(space_t *s) {
  const topology_t *t = s->p->t;
  for (size_t i = 0; i < (size_t)t->routers * t->ports; i++) {
    const uint32_t router = (uint32_t)(i / t->ports);
    if (t->peer_router[i] > (int32_t)router) {
      point_t c[4];
      placing_link(s->p, router, (unsigned)(i % t->ports), c);
      const unsigned steps = SAMPLES * (unsigned)ceil(fmax(1, distance(c[0], c[3])));
      for (unsigned k = 0; k <= steps; k++) {
        add(s, &s->links, on_curve(c, (double)k / steps), 0);
      }
    }
  }
}

// All that is near a router: links, routers, boxes that are placed.
static void find_near(space_t *s, uint32_t router, size_t placed) {
  const point_t middle = s->p->at[router];
  s->near.count = 0;
  for (size_t i = 0; i < s->links.count; i++) {
    if (distance(s->links.item[i].at, middle) < kNear) {
      add(s, &s->near, s->links.item[i].at, 0);
    }
  }
  for (uint32_t r = 0; r < s->p->t->routers; r++) {
    if (r != router && distance(s->p->at[r], middle) < kNear) {
      add(s, &s->near, s->p->at[r], PLACING_RADIUS);
    }
  }
  for (size_t i = 0; i < placed; i++) {
    if (distance(s->h->host[i].at, middle) < kNear) {
      add(s, &s->near, s->h->host[i].at, fmax(s->h->width, s->h->height) / 2);
    }
  }
}

// The middle of a box at this angle, which touches the router's circle but for the gap.
static point_t around(const space_t *s, uint32_t router, double angle) {
  const double dx = cos(angle);
  const double dy = sin(angle);
  const double half = fmin(fabs(dx) > 1e-9 ? s->h->width / 2 / fabs(dx) : INFINITY,
                           fabs(dy) > 1e-9 ? s->h->height / 2 / fabs(dy) : INFINITY);
  const double away = PLACING_RADIUS + kGap + half;
  const point_t middle = s->p->at[router];
  return (point_t){middle.x + away * dx, middle.y + away * dy};
}

// How far the nearest obstacle is from a box.
static double clearance(const space_t *s, point_t at) {
  double least = INFINITY;
  for (size_t i = 0; i < s->near.count; i++) {
    const obstacle_t *o = &s->near.item[i];
    const double dx = fmax(0, fabs(o->at.x - at.x) - s->h->width / 2);
    const double dy = fmax(0, fabs(o->at.y - at.y) - s->h->height / 2);
    least = fmin(least, hypot(dx, dy) - o->radius);
  }
  return least;
}

static void place(space_t *s, size_t i) {
  drawing_host_t *host = &s->h->host[i];
  double best = -INFINITY;
  for (unsigned k = 0; k < ANGLES; k++) {
    const point_t at = around(s, host->router, kPi / 4 + 2 * kPi * k / ANGLES);
    const double clear = clearance(s, at);
    if (clear > best + 1e-9) {
      best = clear;
      host->at = at;
    }
  }
  add(s, &s->near, host->at, fmax(s->h->width, s->h->height) / 2);
}

// Boxes of a router from the i-th on.
static size_t boxes_at(const drawing_hosts_t *h, size_t i) {
  size_t count = 1;
  while (i + count < h->count && h->host[i + count].router == h->host[i].router) {
    count++;
  }
  return count;
}

static bool place_all(space_t *s) {
  const bool few = s->p->t->routers <= FEW_ROUTERS && placing_links(s->p->t) <= FEW_LINKS;
  if (few) {
    add_links(s);
  }
  for (size_t i = 0, boxes = 0; i < s->h->count && !s->failed; i += boxes) {
    const uint32_t router = s->h->host[i].router;
    boxes = boxes_at(s->h, i);
    if (few) {
      find_near(s, router, i);
    }
    for (size_t k = 0; k < boxes; k++) {
      if (few) {
        place(s, i + k);
      } else {
        s->h->host[i + k].at =
            around(s, router, -3 * kPi / 4 + 2 * kPi * (double)k / (double)boxes);
      }
    }
  }
  free(s->links.item);
  free(s->near.item);
  return !s->failed;
}

static int by_router(const void *a, const void *b) {
  const drawing_host_t *x = a;
  const drawing_host_t *y = b;
  return x->router != y->router ? (x->router > y->router) - (x->router < y->router)
                                : (x->node > y->node) - (x->node < y->node);
}

// A box a host, or two, in the order of the routers.
static void list_hosts(drawing_hosts_t *h, const topology_t *t) {
  for (uint32_t n = 0; n < t->nodes; n++) {
    topology_place_t in = {0};
    topology_place_t out = {0};
    (void)topology_injection(t, n, &in, 1);
    (void)topology_ejection(t, n, &out, 1);
    const bool same = in.router == out.router;
    h->host[h->count++] = (drawing_host_t){
        .router = in.router, .node = n, .hosts = 1, .sends = true, .receives = same};
    if (!same) {
      h->host[h->count++] =
          (drawing_host_t){.router = out.router, .node = n, .hosts = 1, .receives = true};
    }
  }
  qsort(h->host, h->count, sizeof *h->host, by_router);
}

// More than there is room for around a router become one; returns the most of a router.
static size_t gather(drawing_hosts_t *h) {
  size_t most = 0;
  size_t kept = 0;
  for (size_t i = 0, boxes = 0; i < h->count; i += boxes) {
    boxes = boxes_at(h, i);
    const bool one = boxes > DRAWING_HOSTS_APART;
    for (size_t k = 0; k < (one ? 1 : boxes); k++) {
      h->host[kept++] = h->host[i + k];
    }
    if (one) {
      h->host[kept - 1].hosts = (uint32_t)boxes;
    }
    most = !one && boxes > most ? boxes : most;
  }
  h->count = kept;
  return most;
}

bool drawing_hosts_create(drawing_hosts_t *h, const placing_t *p, bool numbers, double letter,
                          noc_error_t *error) {
  *h = (drawing_hosts_t){.width = kSmall, .height = kSmall};
  if (p->t->nodes > DRAWING_HOSTS_DRAWN) {
    return true;
  }
  h->host = calloc(2 * (size_t)p->t->nodes + 1, sizeof *h->host);
  if (h->host == NULL) {
    return memory_fail(error, "a drawing");
  }
  list_hosts(h, p->t);
  h->numbered = gather(h) <= DRAWING_HOSTS_NUMBERED && numbers;
  for (size_t i = 0; i < h->count; i++) {
    char text[TEXT];
    drawing_host_text(&h->host[i], text, sizeof text);
    const unsigned letters = (unsigned)strlen(text);
    h->letters = letters > h->letters ? letters : h->letters;
  }
  if (h->numbered) {
    h->width = fmax(2, h->letters + 0.8) * letter;
    h->height = 2.2 * letter;
  }
  return place_all(&(space_t){.p = p, .h = h}) || memory_fail(error, "a drawing");
}

void drawing_hosts_free(drawing_hosts_t *h) {
  free(h->host);
}

void drawing_host_text(const drawing_host_t *host, char *out, size_t size) {
  if (host->hosts > 1) {
    (void)snprintf(out, size, "%u hosts", host->hosts);
  } else {
    (void)snprintf(out, size, "%u%s", host->node,
                   host->sends && host->receives ? ""
                   : host->sends                 ? " in"
                                                 : " out");
  }
}
