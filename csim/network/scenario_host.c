// scenario_host -- what the keys of hosts must be together; see scenario_settings.h.

#include <string.h>

#include "network/scenario_settings.h"
#include "workload/collectives.h"

enum { ONE = 1000000, HANDLER_MOST = UINT16_MAX };

static const setting_t *host_key(const settings_t *settings, const char *name) {
  return settings_named(settings, "host", 0, name);
}

// The ratio is in the handlers' cycles from here on.
static bool take_ratio(const settings_t *settings, host_costs_t *h) {
  const setting_t *ratio = host_key(settings, "ratio");
  const setting_t *handler = setting_later(host_key(settings, "t_ns"), host_key(settings, "t_nr"));
  if (ratio == NULL) {
    return true;
  }
  if (handler != NULL) {
    return settings_fail_together(settings, setting_later(ratio, handler),
                                  "host.ratio beside host.t_ns or host.t_nr", "one of the two");
  }
  const uint64_t cycles = (h->t_hs * ONE + h->ratio / 2) / h->ratio;
  if (cycles > HANDLER_MOST) {
    char found[120];
    char text[DECIMAL_TEXT];
    (void)snprintf(found, sizeof found, "t_hs %llu at ratio %s, which is t_ns %llu",
                   (unsigned long long)h->t_hs, key_decimal(h->ratio, text),
                   (unsigned long long)cycles);
    return settings_fail_together(settings, setting_later(ratio, host_key(settings, "t_hs")), found,
                                  "what gives t_ns of up to 65535");
  }
  h->t_ns = (unsigned)cycles;
  h->t_nr = (unsigned)cycles;
  h->ratio = 0;
  return true;
}

uint64_t host_bus_cycles(const host_costs_t *h, unsigned flits) {
  static const uint64_t kFlit = 1000000;  // in the units of the bus
  return h->bus > 0 ? (flits * kFlit + h->bus - 1) / h->bus : 0;
}

bool host_costs_any(const host_costs_t *h) {
  return h->t_hs > 0 || h->t_hr > 0 || h->t_ns > 0 || h->t_nr > 0 || h->bus > 0;
}

bool scenario_resolve_host(const settings_t *settings, scenario_t *s) {
  static const char *const kCosts[] = {"t_hs", "t_hr", "t_ns", "t_nr", "bus"};
  coding_scheme_t scheme;
  if (!take_ratio(settings, &s->host)) {
    return false;
  }
  if (!host_costs_any(&s->host) || s->workload != WORKLOAD_COLLECTIVE ||
      !coding_scheme_find(s->scheme, &scheme) || !coding_scheme_codes(scheme)) {
    return true;
  }
  const setting_t *last = settings_named(settings, "workload", 0, "scheme");
  for (size_t i = 0; i < sizeof kCosts / sizeof kCosts[0]; i++) {
    last = setting_later(last, host_key(settings, kCosts[i]));
  }
  char found[120];
  (void)snprintf(found, sizeof found, "costs of hosts with scheme %s", s->scheme);
  return settings_fail_together(settings, last, found,
                                "schemes without exclusive ors, or hosts without costs");
}
