// route_table -- the golden model is inline, for the router; see route_table.h.

#include "router/route_table.h"
