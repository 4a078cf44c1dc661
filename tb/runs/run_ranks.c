// run_ranks -- see run_ranks.h.

#include "runs/run_ranks.h"

#include <string.h>

#include "runs/ranks.h"

void run_begin_ranks(run_t *r, cli_t *own) {
  r->sim.peers = ranks_peers();
  if (!ranks_writes()) {
    own->json = own->report = own->write_plan = NULL;
  }
}

// Finds what was given that does not go with ranks, and what it must be; NULL: nothing.
static const char *find_unfit(const run_t *r, const char **accepted) {
  const cli_t *cli = r->cli;
  const scenario_t *s = r->sim.scenario;
  const struct {
    bool given;
    const char *name;
  } options[] = {
      {cli->resume != NULL, "--resume"},   {cli->checkpoint != NULL, "--checkpoint"},
      {cli->rtl_at.count > 0, "--rtl-at"}, {cli->lockstep_at.count > 0, "--lockstep-at"},
      {cli->threads > 1, "--threads"},     {cli->profile, "--profile"},
      {cli->wave != NULL, "--wave"},       {cli->follow != 0, "--follow"},
      {cli->events != NULL, "--events"},   {cli->transactions != NULL, "--transactions"},
      {cli->html != NULL, "--html"},       {cli->rtl_coverage != NULL, "--rtl-coverage"},
  };
  *accepted = "left out";
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    if (options[i].given) {
      return options[i].name;
    }
  }
  if (cli->scenario != NULL && strcmp(cli->scenario, "-") == 0) {
    *accepted = "a file that all ranks can read";
    return "SCENARIO -";
  }
  if (s == NULL) {
    return NULL;
  }
  *accepted = "0";
  if (s->link_faults.share != 0) {
    return "run.link_faults.share";
  }
  *accepted = "ref, the golden models";
  return s->dut.path != NULL ? "run.dut" : s->run_router != RUN_REF ? "run.router" : NULL;
}

bool run_check_ranks(run_t *r) {
  const char *accepted = NULL;
  if (r->sim.peers == NULL) {
    return true;
  }
  const char *unfit = find_unfit(r, &accepted);
  return unfit == NULL ||
         noc_fail(&r->sim.error, NOC_BAD_INPUT,
                  "%s" SAY_IS("given on %u ranks of mpirun, which split the network", "%s"), unfit,
                  ranks_count(), accepted);
}

bool run_agree(run_t *r, bool ok) {
  return r->sim.peers != NULL ? peers_agree(r->sim.peers, ok, &r->sim.error) : ok;
}

void run_settle_ranks(run_t *r, uint64_t peak_bytes) {
  enum { MICROSECONDS = 1000000 };
  uint64_t sum[] = {(uint64_t)(r->cpu_s * MICROSECONDS), peak_bytes};
  if (r->sim.peers != NULL) {
    peers_sum(r->sim.peers, sum, sizeof sum / sizeof *sum);
    r->cpu_s = (double)sum[0] / MICROSECONDS;
    r->others_bytes = sum[1] - peak_bytes;
  }
}
