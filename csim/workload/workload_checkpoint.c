// workload_checkpoint -- the state of a workload in a checkpoint; see workload.h.

#include "workload/host_shards.h"
#include "workload/idle_steps.h"

bool workload_can_checkpoint(const workload_t *w) {
  return w->source.code->checkpoint != NULL;
}

static void checkpoint_counts(workload_t *w, checkpoint_t *c) {
  const size_t nodes = w->topology->nodes;
  CHECKPOINT(c, w->stopped);
  CHECKPOINT(c, w->last_progress);
  CHECKPOINT(c, w->last_delivery);
  CHECKPOINT(c, w->progress);
  CHECKPOINT(c, w->flying);
  CHECKPOINT(c, w->packets_started);
  CHECKPOINT(c, w->packets_delivered);
  CHECKPOINT(c, w->flits_started);
  CHECKPOINT(c, w->flits_delivered);
  CHECKPOINT(c, w->window_flits_started);
  CHECKPOINT(c, w->window_flits_taken);
  CHECKPOINT(c, w->packet_hops);
  CHECKPOINT(c, w->measured_zero_load);
  CHECKPOINT(c, w->window_packets_started);
  histogram_checkpoint(&w->latency, c);
  histogram_checkpoint(&w->network_latency, c);
  CHECKPOINT(c, w->batches);
  CHECKPOINT(c, w->ages);
  CHECKPOINT(c, w->fairness.edge);
  CHECKPOINT_ARRAY(c, w->fairness.taken, nodes);
  CHECKPOINT_ARRAY(c, w->fairness.offers, (nodes + 63) / 64);
  if (w->step != NULL) {
    CHECKPOINT_ARRAY(c, w->step, w->plan->steps);
  }
}

// The packets that hosts hand over.
static void checkpoint_outgoing(workload_t *w, const engine_places_t *places, checkpoint_t *c) {
  const size_t count = (size_t)w->topology->nodes * w->shape->networks;
  checkpoint_begin(c, "w->outgoing", count, sizeof *w->outgoing);
  for (size_t i = 0; i < count; i++) {
    outgoing_t out = w->outgoing[i];
    out.data = checkpoint_reads(c) ? NULL : out.data;
    engine_places_hide(places, &out.data);
    checkpoint_piece(c, &out, 1);
    engine_places_show(places, &out.data);
    w->outgoing[i] = out;
  }
}

static bool expects_data(const incoming_t *in) {
  return in->payload == FLITS_REDUCED || in->payload == FLITS_COMBINED;
}

// The packets that hosts take.
static void checkpoint_incoming(workload_t *w, const engine_places_t *places, checkpoint_t *c) {
  const size_t count = (size_t)w->topology->nodes * w->shape->vcs;
  checkpoint_begin(c, "w->incoming", count, sizeof *w->incoming);
  for (size_t i = 0; i < count; i++) {
    incoming_t in = {0};
    if (!checkpoint_reads(c)) {
      in = w->incoming[i];
    }
    engine_places_hide(places, &in.keep);
    if (expects_data(&in)) {
      engine_places_hide(places, &in.expected);
    }
    checkpoint_piece(c, &in, 1);
    engine_places_show(places, &in.keep);
    if (expects_data(&in)) {
      engine_places_show(places, &in.expected);
    }
    w->incoming[i] = in;
  }
}

// All that lies in the data of an engine comes behind it.
void workload_checkpoint(workload_t *w, checkpoint_t *c) {
  const size_t nodes = w->topology->nodes;
  engine_places_t places = {0};
  hosts_settle(w);
  hosts_settle_fairness(w);
  w->source.code->checkpoint(w->source.self, network_cycle(w->network), c);
  if (w->engine != NULL && !engine_places_create(w->engine, &places)) {
    checkpoint_no_memory(c, "data to be passed on");
    return;
  }
  carriers_checkpoint(w, &places, c);
  checkpoint_outgoing(w, &places, c);
  checkpoint_incoming(w, &places, c);
  engine_places_free(&places);
  CHECKPOINT_ARRAY(c, w->active, (nodes + 63) / 64);
  CHECKPOINT_ARRAY(c, w->last_network, nodes);
  CHECKPOINT_ARRAY(c, w->sequence, nodes * w->shape->networks);
  CHECKPOINT_ARRAY(c, w->turn, nodes);
  flights_checkpoint(&w->flights, c);
  refusals_checkpoint(&w->refusals, c);
  checkpoint_counts(w, c);
  if (w->model != NULL) {
    host_model_checkpoint(w->model, c);
  }
  if (w->idle != NULL) {
    idle_steps_checkpoint(w->idle, c);
  }
  if (w->blocks != NULL) {
    blocks_checkpoint(w->blocks, c);
  }
  if (checkpoint_reads(c)) {
    hosts_restart(w);
  }
}
