// scenario_router -- keys of routers that do not go together, with each other or with what copies
// packets; see scenario_settings.h.

#include <stdio.h>
#include <string.h>

#include "collective/scheme.h"
#include "routing/routing.h"
#include "routing/routing_walk.h"
#include "scenario/scenario_settings.h"

// The scheme is one of routers that copy; whether a plan needs them shows later.
static bool routers_copy(const scenario_t *s) {
  return (s->workload == WORKLOAD_COLLECTIVE || s->workload == WORKLOAD_MULTICASTS) &&
         scheme_has_worms(scheme_find(s->scheme));
}

// Refuses router.`key` beside a scheme whose multicasts routers copy.
static bool fail_with_worms(const settings_t *settings, const char *key, const char *found,
                            const char *accepted) {
  return settings_fail_together(settings,
                                setting_later(settings_named(settings, "router", 0, key),
                                              settings_named(settings, "workload", 0, "scheme")),
                                found, accepted);
}

// The branches of a worm ask for several outputs at once: docs/microarchitecture.md, section 15.
bool scenario_check_allocation(const settings_t *settings, const scenario_t *s) {
  return !s->speculative || !routers_copy(s) ||
         fail_with_worms(settings, "allocation", "speculative allocation with worms",
                         "allocation serial, or a scheme without worms");
}

// Diagonals know neither ages nor packets that ask for several outputs at once:
// docs/microarchitecture.md, section 10.2.
bool scenario_check_allocator(const settings_t *settings, const scenario_t *s) {
  if (!s->wavefront) {
    return true;
  }
  if (strcmp(s->arbiter, "age") == 0) {
    return settings_fail_together(settings,
                                  setting_later(settings_named(settings, "router", 0, "allocator"),
                                                settings_named(settings, "router", 0, "arbiter")),
                                  "allocator wavefront with arbiter age",
                                  "allocator separable, or arbiter round-robin");
  }
  return !routers_copy(s) ||
         fail_with_worms(settings, "allocator", "allocator wavefront with worms",
                         "allocator separable, or a scheme without worms");
}

// The slot has to be known a cycle before the flit crosses: docs/microarchitecture.md, section 11.
bool scenario_check_read(const settings_t *settings, const scenario_t *s) {
  return !s->sync_read || s->pipeline == 3 ||
         settings_fail_together(settings,
                                setting_later(settings_named(settings, "router", 0, "sync_read"),
                                              settings_named(settings, "router", 0, "pipeline")),
                                "sync_read with pipeline 2", "pipeline 3, or sync_read false");
}

// The setting that came last of those that the routes follow from, and lookahead.
static const setting_t *said_of_routes(const settings_t *settings) {
  const setting_t *said = settings_named(settings, "", 0, "topology");
  static const char *const kKeys[] = {"lookahead", "routing", "routes", "adaptive"};
  for (size_t i = 0; i < sizeof kKeys / sizeof kKeys[0]; i++) {
    said = setting_later(said, settings_named(settings, "router", 0, kKeys[i]));
  }
  return said;
}

// A table may have the group at the next router depend on the class, and the class be any.
static bool check_known_ahead(const settings_t *settings, const scenario_t *s) {
  routing_blind_t blind;
  char found[160];
  if (!routing_looks_ahead(s->route, &blind, settings->error)) {
    return false;
  }
  if (!blind.is) {
    return true;
  }
  (void)snprintf(
      found, sizeof found,
      "lookahead with a route in any class (router %u to node %u, port %u), on which the "
      "next router's depends",
      blind.router, blind.destination, blind.port);
  return settings_fail_together(settings, said_of_routes(settings), found,
                                "lookahead false, or one route there behind all classes");
}

// The route in the next router has to be known in this: docs/microarchitecture.md, section 6.8.
bool scenario_check_lookahead(const settings_t *settings, const scenario_t *s) {
  if (!s->lookahead) {
    return true;
  }
  if (s->adaptive) {
    return settings_fail_together(settings,
                                  setting_later(settings_named(settings, "router", 0, "lookahead"),
                                                settings_named(settings, "router", 0, "adaptive")),
                                  "lookahead with adaptive true",
                                  "lookahead false, or adaptive false");
  }
  return s->route->unit != ROUTE_TABLE || check_known_ahead(settings, s);
}

// Links that cross clocks carry neither ages, which two clocks do not count alike, nor check bits:
// docs/clock-crossing.md.
bool scenario_check_links(const settings_t *settings, const scenario_t *s) {
  const setting_t *ratio = settings_named(settings, "link", 0, "clock_ratio");
  if (!scenario_clocks_links(s)) {
    return true;
  }
  if (strcmp(s->arbiter, "age") == 0) {
    return settings_fail_together(
        settings, setting_later(settings_named(settings, "router", 0, "arbiter"), ratio),
        "arbiter age with links that have a clock of their own",
        "arbiter round-robin, or link.clock_ratio 1");
  }
  if (s->link_check != LINK_UNCHECKED || s->link_faults.share != 0) {
    const setting_t *check = setting_later(settings_named(settings, "router", 0, "link_check"),
                                           settings_named(settings, "run.link_faults", 0, "share"));
    return settings_fail_together(
        settings, setting_later(check, ratio),
        s->link_check != LINK_UNCHECKED ? "link_check with links that have a clock of their own"
                                        : "link faults with links that have a clock of their own",
        s->link_check != LINK_UNCHECKED ? "link_check none, or link.clock_ratio 1"
                                        : "run.link_faults.share 0, or link.clock_ratio 1");
  }
  return true;
}

// Copies move together where there are some; whether a plan has any shows later. Not by age:
// docs/microarchitecture.md, section 5.3.
bool scenario_check_copies(const settings_t *settings, const scenario_t *s) {
  const bool scheme_copies = routers_copy(s);
  if (s->sync_copies && strcmp(s->arbiter, "age") == 0) {
    return settings_fail_together(settings,
                                  setting_later(settings_named(settings, "router", 0, "copies"),
                                                settings_named(settings, "router", 0, "arbiter")),
                                  "synchronous copies with arbiter age",
                                  "copies independent, or arbiter round-robin: copies of equal age "
                                  "would wait for each other for ever");
  }
  if (!s->sync_copies || s->workload == WORKLOAD_PLAN || scheme_copies) {
    return true;
  }
  char names[SCHEME_NAMES];
  return settings_fail(
      settings, settings_named(settings, "router", 0, "copies")->place,
      "router.copies" SAY_IS("synchronous without worms", "independent, or the scheme %s"),
      scheme_names(scheme_has_worms, " or ", names));
}
