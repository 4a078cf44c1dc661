// routing_h3dm -- the routing of hierarchical 3D-meshes: from the highest level that differs
// downwards, to the layer that serves the level, north or south, east or west; then within the
// module x, y, z. Class 1 on the way through modules, class 0 within the last.
//
// Within the last module no way leads through coordinate 0 of a ring, which is what a dateline is
// for; on the way through, north and south, east and west cross the wrap link of each module, but
// only ever in one direction, along with the links of the level.
//
// Source: M. M. H. Rahman, A. Shah, Y. Inoguchi, On Dynamic Communication Performance of a
// Hierarchical 3D-Mesh Network, NPC 2012, Fig. 2. What differs and why: docs/routing.md.

#include "routing/routing_code.h"

enum { X, Y, Z, MODULE_DIMS };  // digits of a place in the module
enum { M, N, LEVELS, Q };       // arguments of the topology
enum { NORTH_SOUTH = 6, EAST_WEST = 7, SOUTH_OF_ONE = 8, WEST_OF_ONE = 9 };  // ports
enum { LAST_MODULE, ON_THE_WAY };                                            // classes

static const uint64_t kModule = UINT64_C(1) << 48;  // ranks of the last module are above this

// Numbers of one layer, in the order in which a packet on its way can use them.
typedef struct {
  uint64_t y, north_south, x, east_west, down, end;
} layer_t;

static layer_t layer_order(const topology_t *t) {
  const uint64_t m = t->arg[M];
  const uint64_t n = t->arg[N];
  layer_t o = {0, m, 0, 0, 0, 0};
  o.x = o.north_south + 2 * n;
  o.east_west = o.x + m;
  o.down = o.east_west + 2 * n;
  o.end = o.down + 2;
  return o;
}

static uint32_t up_port(unsigned dim) {
  return 2 * dim;
}

static uint32_t down_port(unsigned dim) {
  return 2 * dim + 1;
}

// The port to the layers a to b of a level, from a layer outside.
static uint32_t to_layer(unsigned m, unsigned z, unsigned a, unsigned b) {
  if (z < a) {
    const bool round = z == 0 && 1 + (m - 1 - b) < a;
    return round ? down_port(Z) : up_port(Z);
  }
  const bool round = a == 0 && z == m - 1 && z - b > 1;
  return round ? up_port(Z) : down_port(Z);
}

// The port to the coordinate m - 1 (`far`) or 0 of dimension X or Y, through whichever side is
// shorter.
static uint32_t to_side(unsigned m, unsigned dim, unsigned here, bool far) {
  if (far) {
    return here + 1 < m - 1 - here ? down_port(dim) : up_port(dim);
  }
  return m - here < here ? up_port(dim) : down_port(dim);
}

static uint32_t transit(const topology_t *t, unsigned level, const unsigned here[NOC_MAX_DIMS],
                        const unsigned there[NOC_MAX_DIMS], route_t *route) {
  const unsigned m = t->arg[M];
  const unsigned layers = 1u << t->arg[Q];
  const unsigned a = (level - 2) * layers;
  const unsigned b = a + layers - 1;
  if (here[Z] < a || here[Z] > b) {
    return to_layer(m, here[Z], a, b);
  }
  const bool in_y = here[2 * level] != there[2 * level];
  const unsigned digit = in_y ? 2 * level : 2 * level - 1;
  const unsigned dim = in_y ? Y : X;
  const bool far = there[digit] > here[digit];  // north or east
  if (here[dim] != (far ? m - 1 : 0)) {
    return to_side(m, dim, here[dim], far);
  }
  route->vc_class = (unsigned)-1;
  if (m == 1 && !far) {
    return in_y ? SOUTH_OF_ONE : WEST_OF_ONE;
  }
  return in_y ? NORTH_SOUTH : EAST_WEST;
}

// Within the module: no way through coordinate 0.
static uint32_t within(unsigned m, const unsigned here[NOC_MAX_DIMS],
                       const unsigned there[NOC_MAX_DIMS]) {
  unsigned dim = X;
  while (here[dim] == there[dim]) {
    dim++;
  }
  const unsigned h = here[dim];
  const unsigned to = there[dim];
  bool up = to > h;
  if (m > 2 && (h == 0 || to == 0)) {
    const unsigned above = (to + m - h) % m;
    const unsigned below = m - above;
    up = above != below ? above < below : (here[X] + here[Y] + here[Z]) % 2 == 0;
  }
  return up ? up_port(dim) : down_port(dim);
}

static bool h3dm_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                       route_t *route, noc_error_t *error) {
  (void)group;
  (void)error;
  const topology_t *t = r->topology;
  unsigned here[NOC_MAX_DIMS];
  unsigned there[NOC_MAX_DIMS];
  topology_coordinates(t, router, here);
  topology_coordinates(t, routing_target(t, destination), there);
  unsigned digit = t->dims - 1;
  while (digit >= MODULE_DIMS && here[digit] == there[digit]) {
    digit--;
  }
  if (digit < MODULE_DIMS) {
    route->vc_class = LAST_MODULE;
    route->port[0] = t->nodes_per_router + within(t->arg[M], here, there);
    return true;
  }
  route->vc_class = ON_THE_WAY;
  route->port[0] = t->nodes_per_router + transit(t, (digit + 1) / 2, here, there, route);
  if (route->vc_class != ON_THE_WAY) {
    route->vc_class = r->classes;
  }
  return true;
}

// Rings of the last module: up by coordinate, the wrap link last; down the wrap link first.
static uint64_t module_rank(unsigned m, unsigned dim, bool up, unsigned at) {
  return (uint64_t)dim * (m + 1) + (up ? at : at == 0 ? 0 : m - at);
}

// Hops in X or Y of a layer, and the links of its level: first those that only come before any link
// of the level, then north by the module's digit rising, and south by its falling.
static uint64_t side_rank(const topology_t *t, const unsigned here[NOC_MAX_DIMS], unsigned dim,
                          bool far, bool link, bool wrap, uint64_t hops, uint64_t links) {
  const unsigned m = t->arg[M];
  if (!link && !wrap) {
    return hops + (far ? here[dim] : m - 1 - here[dim]);
  }
  const unsigned level = 2 + (here[Z] >> t->arg[Q]);
  if (level > t->arg[LEVELS]) {
    return links;  // a layer that no packet is on its way in
  }
  const unsigned digit = here[2 * level - (dim == X)];
  // A wrap link leads down to the far side.
  const bool rising = link ? far : (m == 2 ? far : !far);
  return links + 2u * (rising ? digit : t->arg[N] - 1 - digit) + link;
}

static uint64_t transit_rank(const topology_t *t, const unsigned here[NOC_MAX_DIMS],
                             unsigned link) {
  const unsigned m = t->arg[M];
  const unsigned z = here[Z];
  const layer_t o = layer_order(t);
  const uint64_t first = 2u * (uint64_t)m;                       // of the layers
  const uint64_t layer = first + (uint64_t)(m - 1 - z) * o.end;  // the highest first
  if (link == up_port(Z)) {
    // The wrap link leads to layer 0, and comes behind all others.
    return z + 1 < m ? z : first + (uint64_t)(m - 1) * o.end - 1;
  }
  if (link == down_port(Z)) {
    return z == 0 ? m : layer + o.down;
  }
  const bool higher = link >= NORTH_SOUTH;
  const unsigned dim = higher ? (link % 2 == NORTH_SOUTH % 2 ? Y : X) : link / 2;
  bool far = link % 2 == 0;  // of a hop: up
  if (higher) {
    far = m > 1 ? here[dim] == m - 1 : link < SOUTH_OF_ONE;
  }
  const bool wrap = !higher && (m == 2 || here[dim] == (far ? m - 1 : 0));
  return layer + side_rank(t, here, dim, far, higher, wrap, dim == Y ? o.y : o.x,
                           dim == Y ? o.north_south : o.east_west);
}

static uint64_t h3dm_rank(const routing_t *r, uint32_t router, uint32_t port, unsigned vc_class) {
  const topology_t *t = r->topology;
  unsigned here[NOC_MAX_DIMS];
  topology_coordinates(t, router, here);
  const unsigned link = port - t->nodes_per_router;
  if (link >= NORTH_SOUTH || vc_class == ON_THE_WAY) {
    return transit_rank(t, here, link);
  }
  return kModule + module_rank(t->arg[M], link / 2, link % 2 == 0, here[link / 2]);
}

static bool h3dm_create(routing_t *r, const char *file, noc_error_t *error) {
  (void)file;
  if (r->topology->wiring != WIRING_MODULES) {
    return routing_refuse(r, error);
  }
  r->unit = ROUTE_H3DM;
  r->classes = r->topology->arg[LEVELS] > 1 ? 2 : 1;
  r->per_router = true;
  return true;
}

const routing_code_t kH3dmRouting = {.own_of = ROUTING_OF(WIRING_MODULES),
                                     .create = h3dm_create,
                                     .route = h3dm_route,
                                     .rank = h3dm_rank};
