// route_octagon -- the golden model is inline, for the input unit; see route_octagon.h.

#include "router/route_octagon.h"
