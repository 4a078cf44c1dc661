// route_h3dm -- golden model of rtl/router/route_h3dm.sv: the hierarchical 3D-mesh, 3D tori of
// m x m x m routers (modules) that are joined level by level. docs/microarchitecture.md, section
// 6.3; the links of the levels: docs/topologies.md.
//
// Behaviour  Transit, while the destination is in another module: the highest level whose digits
//            differ decides. To a layer z that serves the level, to the side that leads north or
//            south, and out; then the same for east or west. Within the module of the destination:
//            x, y, z in this order, the shorter way that does not pass through coordinate 0.
// Classes    Transit takes class 1 inside modules and any on links of higher levels; the way within
//            the last module takes class 0. So the one never waits for the other.
// Shapes     An address is x, y, z of the module, then x and y of level 2, of level 3, ..
// Source     M. M. H. Rahman, A. Shah, Y. Inoguchi, On Dynamic Communication Performance of a
//            Hierarchical 3D-Mesh Network, NPC 2012, Fig. 2; classes and layers are this project's.
//
// Everything follows from the two addresses: no tables, since a network may have millions of
// routers.

#ifndef NOC_ROUTE_H3DM_H
#define NOC_ROUTE_H3DM_H

#include "router/route_dor.h"
#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Ports from the first behind the nodes on. The links of higher levels are two, in y and in x; a
// module of a single router has all four.
enum {
  H3DM_X = 0,  // up; down is one more
  H3DM_Y = 2,
  H3DM_Z = 4,
  H3DM_IN_Y = 6,
  H3DM_IN_X = 7,
  H3DM_SINGLE_SOUTH = 8,
  H3DM_SINGLE_WEST = 9
};

NOC_INLINE uint32_t h3dm_digit(const router_view_t *r, uint32_t address, uint32_t d) {
  return address >> d * r->digit_w & r->digit_mask;
}

// The port in one dimension of the module (0 up, 1 down) towards layers first to last, on the way
// to a link of a higher level; z lies outside of them.
NOC_INLINE uint32_t h3dm_to_layers(uint32_t z, uint32_t m, uint32_t first, uint32_t last) {
  if (z < first) {
    return z == 0 && 1 + (m - 1 - last) < first;
  }
  return !(first == 0 && z == m - 1 && z - last > 1);
}

// The port in x or y (0 up, 1 down) from coordinate h to the side m - 1 (far) or 0, through the
// wrap link where that is shorter.
NOC_INLINE uint32_t h3dm_to_side(uint32_t h, uint32_t m, bool far) {
  return far ? h + 1 < m - 1 - h : m - h >= h;
}

// The port (from the first behind the nodes on) of a packet for another module; `differs` are the
// bits of higher levels in which the addresses differ, not 0.
NOC_INLINE uint32_t h3dm_transit(const router_view_t *r, uint32_t destination, uint32_t own,
                                 uint32_t m, uint32_t differs) {
  const uint32_t highest = r->table->digit_of[31 - (uint32_t)__builtin_clz(differs)];
  const uint32_t level = (highest + 1) / 2;
  const uint32_t first = (level - 2) << r->layers_log2;
  const uint32_t last = first + (UINT32_C(1) << r->layers_log2) - 1;
  const uint32_t z = h3dm_digit(r, own, 2);
  if (z < first || z > last) {
    return H3DM_Z + h3dm_to_layers(z, m, first, last);
  }
  // The y digit of a level lies above its x digit: y comes first.
  const uint32_t axis = highest % 2 == 0 ? 1 : 0;
  const bool far = h3dm_digit(r, destination, highest) > h3dm_digit(r, own, highest);
  const uint32_t h = h3dm_digit(r, own, axis);
  if (h == (far ? m - 1 : 0)) {
    const uint32_t single = axis == 1 ? H3DM_SINGLE_SOUTH : H3DM_SINGLE_WEST;
    return m == 1 && !far ? single : axis == 1 ? H3DM_IN_Y : H3DM_IN_X;
  }
  return (axis == 1 ? H3DM_Y : H3DM_X) + h3dm_to_side(h, m, far);
}

// Whether the way from coordinate h to t leads down; `even` breaks ties.
NOC_INLINE bool h3dm_down(uint32_t h, uint32_t t, uint32_t m, bool even) {
  if (m == 2 || (h != 0 && t != 0)) {
    return h > t;
  }
  const uint32_t up = t == 0 ? m - h : t;  // hops either way
  const uint32_t down = m - up;
  return up > down || (up == down && !even);
}

NOC_INLINE uint32_t h3dm_within(const router_view_t *r, uint32_t destination, uint32_t own,
                                uint32_t m, const route_bit_t *bit) {
  const uint32_t h = (own & bit->digit) >> bit->shift;
  const uint32_t t = (destination & bit->digit) >> bit->shift;
  const uint32_t sum = own ^ own >> r->digit_w ^ own >> 2 * r->digit_w;
  const uint32_t d = r->table->digit_of[bit->shift];
  return H3DM_X + 2 * d + h3dm_down(h, t, m, (sum & 1) == 0);
}

NOC_INLINE next_hop_t route_h3dm(const router_view_t *r, uint32_t destination, uint32_t own,
                                 uint32_t extent) {
  const uint32_t m = (extent & r->digit_mask) + 1;
  const uint32_t module = (UINT32_C(1) << 3 * r->digit_w) - 1;
  const uint32_t differs = (destination ^ own) & r->coordinates;
  // Modules of a single router have two ports more for links of higher levels, so fewer for nodes.
  const uint32_t first = r->locals - (m == 1 && (r->coordinates & ~module) != 0 ? 2 : 0);
  if ((differs & ~module) != 0) {
    uint32_t port = h3dm_transit(r, destination, own, m, differs & ~module);
    return (next_hop_t){.port = first + port,
                        .vc_class = port >= H3DM_IN_Y ? r->any_class : route_class(r, 1)};
  }
  if (differs != 0) {
    const route_bit_t *bit = route_lowest(r, destination, own);
    return (next_hop_t){.port = first + h3dm_within(r, destination, own, m, bit), .vc_class = 0};
  }
  return (next_hop_t){.port = route_index(r, destination), .vc_class = r->any_class};
}

#ifdef __cplusplus
}
#endif

#endif
