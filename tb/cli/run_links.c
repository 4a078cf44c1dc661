// run_links -- the list of links in the JSON of a run, written straight away: as objects in memory
// those of a million routers would take more than the network.

#include <inttypes.h>
#include <string.h>

#include "cli/run.h"

// As jansson writes it: a number with a point or an exponent.
static void write_real(double value, FILE *out) {
  char text[32];
  (void)snprintf(text, sizeof text, "%.12g", value);
  (void)fprintf(out, strpbrk(text, ".e") != NULL ? "%s" : "%s.0", text);
}

void run_links(const run_t *r, FILE *out) {
  const topology_t *t = network_topology(r->sim.network);
  const uint64_t cycles = network_counts(r->sim.network)->cycles;
  bool any = false;
  (void)fputc('[', out);
  for (uint32_t router = 0; router < t->routers; router++) {
    char from[64];
    (void)topology_router_name(t, router, from, sizeof from);
    for (unsigned port = 0; port < t->ports; port++) {
      const int32_t peer = t->peer_router[(size_t)router * t->ports + port];
      if (peer < 0) {
        continue;
      }
      char to[64];
      const uint64_t flits = network_link_flits(r->sim.network, router, port);
      (void)fprintf(out,
                    "%s\n    {\"from\": \"%s\", \"port\": %u, \"to\": \"%s\", \"flits\": %" PRIu64,
                    any ? "," : "", from, port,
                    topology_router_name(t, (uint32_t)peer, to, sizeof to), flits);
      (void)fputs(", \"utilisation\": ", out);
      write_real(cycles > 0 ? (double)flits / (double)cycles : 0, out);
      (void)fputc('}', out);
      any = true;
    }
  }
  (void)fputs(any ? "\n  ]" : "]", out);
}
