// route_h3dm -- golden model of rtl/router/route_h3dm.sv: the hierarchical 3D-mesh.
// docs/microarchitecture.md, section 6.3.
//
// Behaviour  While digits of higher levels differ, to the layer of the highest such level, to the
//            side where its links are, and along them: class 1. Then within the module: class 0.
// Shapes     Digits x, y, z of the module, then x and y of level 2, of level 3, ...

#ifndef NOC_ROUTE_H3DM_H
#define NOC_ROUTE_H3DM_H

#include "router/route_dor.h"

#ifdef __cplusplus
extern "C" {
#endif

// The route at the router with address `own`; `extent` has the highest coordinates.
route_to_t route_h3dm(const router_view_t *r, uint32_t destination, uint32_t own, uint32_t extent);

#ifdef __cplusplus
}
#endif

#endif
