// mutant_mesh -- see mutant_mesh.h.

#include "network/mutant_mesh.h"

#include <string.h>

#include "dut/plugin.h"
#include "lockstep/factory.h"
#include "network/uniform.h"

typedef struct {
  const char *unit;
  const noc_shape_t *shape;
  uint32_t mutant;
} job_t;

// Compares all that the RTL of the unit depends on: a netlist has no parameters to ask for.
static bool same_shape(const job_t *job, const noc_shape_t *mesh) {
  const noc_shape_t *a = job->shape, b = plugin_shape(job->unit, mesh);
  bool same = a->vcs == b.vcs && a->depth == b.depth && a->flit_bits == b.flit_bits &&
              a->cut_through == b.cut_through && a->networks == b.networks &&
              a->addr_w == b.addr_w && a->len_w == b.len_w && a->age_bits == b.age_bits &&
              a->multicast == b.multicast;
  if (strcmp(job->unit, "router") != 0) {
    return same && a->msg_w == b.msg_w && a->xor_unit == b.xor_unit &&
           a->forward_unit == b.forward_unit;
  }
  return same && a->ports == b.ports && a->pipeline == b.pipeline && a->dims == b.dims &&
         a->digit_w == b.digit_w && a->local_w == b.local_w && a->routing == b.routing &&
         a->classes == b.classes && a->age_lsb == b.age_lsb && a->speculative == b.speculative &&
         a->wavefront == b.wavefront && a->sync_read == b.sync_read;
}

static bank_t *factory(const char *kind, const bank_config_t *config, void *context,
                       noc_error_t *error) {
  const job_t *job = context;
  const bool router = strcmp(job->unit, "router") == 0;
  if (router != (config->component == COMPONENT_ROUTER)) {
    return bank_ref_create(config, error);
  }
  if (!same_shape(job, config->shape)) {
    (void)noc_fail(error, NOC_INTERNAL, "the mesh has another shape than the mutants");
    return NULL;
  }
  bank_t *b = bank_factory(kind, config, NULL, error);
  if (b != NULL && !bank_lockstep_mutant(b, job->mutant) && job->mutant != 0) {
    b->ops->free(b);
    (void)noc_fail(error, NOC_INTERNAL, "the plug-in has no mutants");
    return NULL;
  }
  return b;
}

bool mutant_mesh_run(const char *unit, const noc_shape_t *shape, const char *topology,
                     uint32_t mutant) {
  enum { CYCLES = 1500 };
  static const struct {
    double load;
    unsigned link_latency;
    bool slow_hosts;
  } kRuns[] = {{0.2, 1, false}, {0.9, 1, false}, {0.6, 3, true}};
  job_t job = {unit, shape, mutant};
  bool equal = true;
  for (size_t i = 0; equal && i < sizeof kRuns / sizeof kRuns[0]; i++) {
    const uniform_config_t c = {.topology = topology,
                                .kind = "lockstep",
                                .vcs = shape->vcs,
                                .depth = shape->depth,
                                .flit_bits = shape->flit_bits,
                                .cut_through = shape->cut_through,
                                .pipeline = shape->pipeline,
                                .networks = shape->networks,
                                .link_latency = kRuns[i].link_latency,
                                .packet_flits = 5,
                                .load = kRuns[i].load,
                                .slow_hosts = kRuns[i].slow_hosts,
                                .seed = i + 1,
                                .like = shape,
                                .factory = factory,
                                .factory_context = &job};
    uniform_t *u = uniform_create(&c);
    for (unsigned cycle = 0; equal && cycle < CYCLES; cycle++) {
      equal = uniform_cycle(u, cycle < CYCLES - CYCLES / 10);
    }
    uniform_free(u);
  }
  return equal;
}
