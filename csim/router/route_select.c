// route_select -- the golden model is inline, for the router; see route_select.h.

#include "router/route_select.h"
