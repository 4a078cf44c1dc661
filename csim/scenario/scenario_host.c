// scenario_host -- what the keys of hosts must be together; see scenario_settings.h.

#include <string.h>

#include "collective/scheme.h"
#include "scenario/scenario_settings.h"

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

// Someone answers what hosts have no room for.
static bool has_replies(const scenario_t *s) {
  bool any = false;
  for (unsigned i = 0; i < s->classes; i++) {
    any = any || s->traffic[i].reply_flits.text != NULL;
  }
  return any;
}

// The last of the keys that say what hosts cost.
static const setting_t *last_cost(const settings_t *settings) {
  static const char *const kCosts[] = {"t_hs", "t_hr", "t_ns", "t_nr", "bus"};
  const setting_t *last = NULL;
  for (size_t i = 0; i < sizeof kCosts / sizeof kCosts[0]; i++) {
    last = setting_later(last, host_key(settings, kCosts[i]));
  }
  return last;
}

// Hosts accept what the topology has networks for. With costs a host sends its packets in one row,
// replies behind requests: those that nobody takes would hold up the rest, on whatever network that
// is.
static bool check_accept(const settings_t *settings, const scenario_t *s) {
  const accept_t *accept = &s->accept;
  const setting_t *said = host_key(settings, "accept");
  const setting_t *kind = setting_later(said, settings_named(settings, "workload", 0, "traffic"));
  const bool zero = accept_has_zero(accept);
  char found[120];
  if (accept->listed && accept->shares != s->networks) {
    (void)snprintf(found, sizeof found, "%u share%s for %u network%s", accept->shares,
                   accept->shares > 1 ? "s" : "", s->networks, s->networks > 1 ? "s" : "");
    return settings_fail_together(
        settings, setting_later(said, settings_named(settings, "router", 0, "networks")), found,
        "one for each network, or one for all without a list");
  }
  if (accept->protocol && !has_replies(s)) {
    return settings_fail_together(settings, said, "protocol without replies",
                                  "a class with reply_flits, or shares");
  }
  if (zero && s->workload != WORKLOAD_TRAFFIC) {
    return settings_fail_together(settings, kind,
                                  "0 with a workload that ends when all has arrived",
                                  "shares above 0, or patterns and classes of traffic");
  }
  if ((zero || accept->protocol) && host_costs_any(&s->host)) {
    (void)snprintf(found, sizeof found, "%s with costs of hosts", zero ? "0" : "protocol");
    return settings_fail_together(settings, setting_later(said, last_cost(settings)), found,
                                  "shares above 0, or hosts without costs");
  }
  return true;
}

bool scenario_resolve_host(const settings_t *settings, scenario_t *s) {
  if (!take_ratio(settings, &s->host) || !check_accept(settings, s)) {
    return false;
  }
  if (!host_costs_any(&s->host) || s->workload != WORKLOAD_COLLECTIVE ||
      !scheme_codes(scheme_find(s->scheme))) {
    return true;
  }
  const setting_t *last =
      setting_later(settings_named(settings, "workload", 0, "scheme"), last_cost(settings));
  char found[120];
  (void)snprintf(found, sizeof found, "costs of hosts with scheme %s", s->scheme);
  return settings_fail_together(settings, last, found,
                                "schemes without exclusive ors, or hosts without costs");
}
