// routing_h3dm -- the routings of hierarchical 3D-meshes: from the highest level that differs
// downwards, to the layer that serves the level, north or south, east or west; then within the
// module. Class 1 on the way through modules, class 0 within the last.
//
// Within the last module no way leads through coordinate 0 of a ring, which is what a dateline is
// for; on the way through, north and south, east and west cross the wrap link of each module, but
// only ever in one direction, along with the links of the level.
//
// They differ in the row, the y, by which packets leave a module to the east or west:
//
//   h3dm              where the packet is: the nearest outlet
//   h3dm-source       the row of the packet's source, to which it turns in class 1
//   h3dm-destination  the row of its destination, to which it turns in class 0; it has this y then
//                     in the last module, where the order is y, x, z so that no cycle closes
//
// A router does not see where a packet comes from: the paths of h3dm-source are in the heads.
//
// Source: M. M. H. Rahman, A. Shah, Y. Inoguchi, On Dynamic Communication Performance of a
// Hierarchical 3D-Mesh Network, NPC 2012, Fig. 2. What differs and why: docs/routing.md.

#include "routing/dependencies.h"
#include "routing/routing_code.h"

enum { X, Y, Z, MODULE_DIMS };  // digits of a place in the module
enum { M, N, LEVELS, Q };       // arguments of the topology
enum { NORTH_SOUTH = 6, EAST_WEST = 7, SOUTH_OF_ONE = 8, WEST_OF_ONE = 9 };  // ports
enum { LAST_MODULE, ON_THE_WAY };                                            // classes

// The row by which packets leave a module to the east or west.
typedef enum { ROW_NEAREST, ROW_OF_SOURCE, ROW_OF_DESTINATION } row_t;

// A packet at a router.
typedef struct {
  const topology_t *t;
  row_t row;
  unsigned here[NOC_MAX_DIMS], there[NOC_MAX_DIMS];
  unsigned source_y;  // with ROW_OF_SOURCE
} packet_t;

static const uint64_t kModule = UINT64_C(1) << 48;  // ranks of the last module are above this

// Numbers of one layer, in the order in which a packet on its way can use them.
typedef struct {
  uint64_t y, north_south, turn, x, east_west, down, end;
} layer_t;

static layer_t layer_order(const topology_t *t, row_t row) {
  const uint64_t m = t->arg[M];
  const uint64_t n = t->arg[N];
  layer_t o = {0, m, 0, 0, 0, 0, 0};
  // Hops in y and links take turns from module to module when packets turn to the source's row.
  o.turn = row == ROW_OF_SOURCE ? 2 * n * (m + 2) : o.north_south + 2 * n;
  o.x = o.turn + (row == ROW_OF_DESTINATION ? m + 1 : 0);
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

// The port in Y to a side, or from a side to the source's row. Packets for the north, and those
// that turn to a higher row, go up, and down over the wrap link; those for the south and for a
// lower row go down, and up over the wrap link. So the two have no hop in common.
static uint32_t one_way(unsigned m, unsigned here, unsigned to, bool upwards) {
  if (upwards) {
    return here == 0 && to == m - 1 && m > 2 ? down_port(Y) : up_port(Y);
  }
  return here == m - 1 && to == 0 && m > 2 ? up_port(Y) : down_port(Y);
}

// Within a ring of the module: no way through coordinate 0.
static uint32_t within(const packet_t *p, unsigned dim) {
  const unsigned m = p->t->arg[M];
  const unsigned *here = p->here;
  const unsigned h = here[dim];
  const unsigned to = p->there[dim];
  bool up = to > h;
  if (m > 2 && (h == 0 || to == 0)) {
    const unsigned above = (to + m - h) % m;
    const unsigned below = m - above;
    up = above != below ? above < below : (here[X] + here[Y] + here[Z]) % 2 == 0;
  }
  return up ? up_port(dim) : down_port(dim);
}

// A link of a higher level.
static routing_hop_t across(unsigned m, unsigned classes, unsigned dim, bool far) {
  const unsigned out = dim == Y ? NORTH_SOUTH : EAST_WEST;
  const unsigned back = dim == Y ? SOUTH_OF_ONE : WEST_OF_ONE;
  return (routing_hop_t){m == 1 && !far ? back : out, classes};
}

// In a layer of the level: the hop to the row by which the packet leaves east or west; false where
// it is there.
static bool turn(const packet_t *p, routing_hop_t *hop) {
  const unsigned m = p->t->arg[M];
  const unsigned y = p->here[Y];
  if (p->row == ROW_OF_SOURCE && y != p->source_y) {
    // From the side where it came in, on in the direction that it went.
    *hop = (routing_hop_t){one_way(m, y, p->source_y, p->source_y > y), ON_THE_WAY};
    return true;
  }
  if (p->row == ROW_OF_DESTINATION && y != p->there[Y]) {
    *hop = (routing_hop_t){within(p, Y), LAST_MODULE};
    return true;
  }
  return false;
}

// The port, counted from the first link, and the class on the way to the next module.
static routing_hop_t transit(const packet_t *p, unsigned level, unsigned classes) {
  const topology_t *t = p->t;
  const unsigned *here = p->here;
  const unsigned m = t->arg[M];
  const unsigned layers = 1u << t->arg[Q];
  const unsigned a = (level - 2) * layers;
  const unsigned b = a + layers - 1;
  routing_hop_t hop = {0, ON_THE_WAY};
  if (here[Z] < a || here[Z] > b) {
    hop.port = to_layer(m, here[Z], a, b);
    return hop;
  }
  const bool in_y = here[2 * level] != p->there[2 * level];
  const unsigned digit = in_y ? 2 * level : 2 * level - 1;
  const unsigned dim = in_y ? Y : X;
  const bool far = p->there[digit] > here[digit];  // north or east
  const unsigned side = far ? m - 1 : 0;
  if (!in_y && turn(p, &hop)) {
    return hop;
  }
  if (here[dim] == side) {
    return across(m, classes, dim, far);
  }
  hop.port = in_y && p->row == ROW_OF_SOURCE ? one_way(m, here[dim], side, far)
                                             : to_side(m, dim, here[dim], far);
  return hop;
}

// The port, counted from the first link, and the class.
static routing_hop_t next_hop(const packet_t *p, unsigned classes) {
  // The order in the last module; with the destination's row y is done before x in every module.
  static const unsigned kOrder[][MODULE_DIMS] = {
      [ROW_NEAREST] = {X, Y, Z}, [ROW_OF_SOURCE] = {X, Y, Z}, [ROW_OF_DESTINATION] = {Y, X, Z}};
  unsigned digit = p->t->dims - 1;
  while (digit >= MODULE_DIMS && p->here[digit] == p->there[digit]) {
    digit--;
  }
  if (digit >= MODULE_DIMS) {
    return transit(p, (digit + 1) / 2, classes);
  }
  const unsigned *dim = kOrder[p->row];
  while (p->here[*dim] == p->there[*dim]) {
    dim++;
  }
  return (routing_hop_t){within(p, *dim), LAST_MODULE};
}

static bool route_by_row(const routing_t *r, row_t row, uint32_t router, uint32_t destination,
                         route_t *route) {
  packet_t p = {.t = r->topology, .row = row};
  topology_coordinates(p.t, router, p.here);
  topology_coordinates(p.t, routing_target(p.t, destination), p.there);
  const routing_hop_t hop = next_hop(&p, r->classes);
  route->port[0] = p.t->nodes_per_router + hop.port;
  route->vc_class = hop.vc_class;
  return true;
}

static bool nearest_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                          route_t *route, noc_error_t *error) {
  (void)group;
  (void)error;
  return route_by_row(r, ROW_NEAREST, router, destination, route);
}

static bool destination_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                              route_t *route, noc_error_t *error) {
  (void)group;
  (void)error;
  return route_by_row(r, ROW_OF_DESTINATION, router, destination, route);
}

static size_t source_path(routing_t *r, uint32_t source, uint32_t destination, routing_hop_t *hops,
                          size_t room, noc_error_t *error) {
  (void)error;
  const topology_t *t = r->topology;
  packet_t p = {.t = t, .row = ROW_OF_SOURCE};
  uint32_t router = routing_target(t, source);
  const uint32_t target = routing_target(t, destination);
  topology_coordinates(t, router, p.here);
  topology_coordinates(t, target, p.there);
  p.source_y = p.here[Y];
  size_t count = 0;
  for (; router != target; count++) {
    routing_hop_t hop = next_hop(&p, r->classes);
    hop.port += t->nodes_per_router;
    if (count < room) {
      hops[count] = hop;
    }
    router = (uint32_t)t->peer_router[(size_t)router * t->ports + hop.port];
    topology_coordinates(t, router, p.here);
  }
  if (count < room) {
    hops[count] = (routing_hop_t){destination % t->nodes_per_router, r->classes};
  }
  return count + 1;
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

// Hops in Y of a layer and links north and south, where packets turn to the source's row: module
// by module, north by its digit rising, south by its falling; in each the ring, the wrap link, the
// link that leads on.
static uint64_t one_way_rank(const topology_t *t, const unsigned here[NOC_MAX_DIMS], bool up,
                             bool link) {
  const unsigned m = t->arg[M];
  const unsigned n = t->arg[N];
  const unsigned level = 2 + (here[Z] >> t->arg[Q]);
  if (level > t->arg[LEVELS]) {
    return 0;  // a layer that no packet is on its way in
  }
  const unsigned y = here[Y];
  const bool wrap = !link && m > 2 && y == (up ? m - 1 : 0);
  const bool north = up != wrap;
  const unsigned digit = here[2 * level];
  const uint64_t module = north ? digit : n + (n - 1 - digit);
  return module * (m + 2) + (link ? m + 1 : wrap ? m : north ? y : m - 1 - y);
}

static uint64_t transit_rank(const topology_t *t, row_t row, const unsigned here[NOC_MAX_DIMS],
                             unsigned link) {
  const unsigned m = t->arg[M];
  const unsigned z = here[Z];
  const layer_t o = layer_order(t, row);
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
  if (row == ROW_OF_SOURCE && dim == Y) {
    return layer + one_way_rank(t, here, far, higher);
  }
  const bool wrap = !higher && (m == 2 || here[dim] == (far ? m - 1 : 0));
  return layer + side_rank(t, here, dim, far, higher, wrap, dim == Y ? o.y : o.x,
                           dim == Y ? o.north_south : o.east_west);
}

static uint64_t rank_by_row(const routing_t *r, row_t row, uint32_t router, uint32_t port,
                            unsigned vc_class) {
  const topology_t *t = r->topology;
  const unsigned m = t->arg[M];
  unsigned here[NOC_MAX_DIMS];
  topology_coordinates(t, router, here);
  const unsigned link = port - t->nodes_per_router;
  if (link >= NORTH_SOUTH || vc_class == ON_THE_WAY) {
    return transit_rank(t, row, here, link);
  }
  const unsigned dim = link / 2;
  const bool up = link % 2 == 0;
  if (row == ROW_OF_DESTINATION && dim == Y) {
    // The turn to the row, and the first hops of the last module.
    const layer_t o = layer_order(t, row);
    return 2u * (uint64_t)m + (m - 1 - here[Z]) * o.end + o.turn + module_rank(m, 0, up, here[Y]);
  }
  return kModule + module_rank(m, dim, up, here[dim]);
}

static uint64_t nearest_rank(const routing_t *r, uint32_t router, uint32_t port,
                             unsigned vc_class) {
  return rank_by_row(r, ROW_NEAREST, router, port, vc_class);
}

static uint64_t source_rank(const routing_t *r, uint32_t router, uint32_t port, unsigned vc_class) {
  return rank_by_row(r, ROW_OF_SOURCE, router, port, vc_class);
}

static uint64_t destination_rank(const routing_t *r, uint32_t router, uint32_t port,
                                 unsigned vc_class) {
  return rank_by_row(r, ROW_OF_DESTINATION, router, port, vc_class);
}

static bool create(routing_t *r, route_unit_t unit, noc_error_t *error) {
  const topology_t *t = r->topology;
  if (t->wiring != WIRING_MODULES) {
    return routing_refuse(r, error);
  }
  r->unit = unit;
  r->classes = t->arg[LEVELS] > 1 ? 2 : 1;
  r->per_router = true;
  return true;
}

static bool nearest_create(routing_t *r, const char *file, noc_error_t *error) {
  (void)file;
  return create(r, ROUTE_H3DM, error);
}

static bool destination_create(routing_t *r, const char *file, noc_error_t *error) {
  (void)file;
  return create(r, ROUTE_TABLE, error);
}

// The paths of all pairs of nodes are walked, for the longest and for their channels.
static bool source_create(routing_t *r, const char *file, noc_error_t *error) {
  (void)file;
  const topology_t *t = r->topology;
  r->paths = t->nodes * (t->nodes - 1);
  return create(r, ROUTE_SOURCE, error) &&
         (t->nodes <= DEPENDENCIES_ENUMERATED ||
          noc_fail(error, NOC_BAD_INPUT,
                   SAY_THERE_IS("%s on %.80s of %u nodes", "used on up to %d"), r->name, t->name,
                   t->nodes, (int)DEPENDENCIES_ENUMERATED));
}

const routing_code_t kH3dmRouting = {.own_of = ROUTING_OF(WIRING_MODULES),
                                     .create = nearest_create,
                                     .route = nearest_route,
                                     .rank = nearest_rank};

const routing_code_t kH3dmSourceRouting = {
    .create = source_create, .path = source_path, .rank = source_rank};

const routing_code_t kH3dmDestinationRouting = {
    .create = destination_create, .route = destination_route, .rank = destination_rank};
