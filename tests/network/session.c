// session -- see session.h.

#include "network/session.h"

#include <string.h>

bool session_open(session_t *s, const char *yaml, noc_error_t *error) {
  *s = (session_t){0};
  s->scenario = scenario_parse(yaml, strlen(yaml), "session", NULL, 0, error);
  if (s->scenario == NULL) {
    return false;
  }
  network_config_t c = {.topology = s->scenario->topology,
                        .shape = {.vcs = s->scenario->vcs,
                                  .depth = s->scenario->depth,
                                  .flit_bits = s->scenario->flit_bits,
                                  .cut_through = s->scenario->cut_through,
                                  .pipeline = s->scenario->pipeline,
                                  .networks = s->scenario->networks},
                        .link_latency = s->scenario->link_latency,
                        .router = "ref",
                        .seed = s->scenario->seed,
                        .factory = bank_factory_ref};
  if (workload_widths(s->scenario, &c.shape.msg_w, &c.shape.len_w, error)) {
    s->network = network_create(&c, error);
  }
  if (s->network != NULL) {
    s->workload = workload_create(s->scenario, s->network, error);
  }
  if (s->workload == NULL) {
    session_close(s);
    return false;
  }
  return true;
}

void session_close(session_t *s) {
  workload_free(s->workload);
  network_free(s->network);
  scenario_free(s->scenario);
  *s = (session_t){0};
}
