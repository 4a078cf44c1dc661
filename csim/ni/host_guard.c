// host_guard -- golden model of the guard of a host port; see host_guard.h.

#include "ni/host_guard.h"

bool node_exists(const noc_shape_t *s, uint32_t address, uint32_t extent) {
  const uint32_t digit = (UINT32_C(1) << s->digit_w) - 1;
  for (unsigned d = 0; d < s->dims; d++) {
    if ((address >> (d * s->digit_w) & digit) > (extent >> (d * s->digit_w) & digit)) {
      return false;
    }
  }
  const unsigned index = s->dims * s->digit_w;
  return s->local_w == 0 || address >> index <= extent >> index;
}

// Why a first beat is refused; false: it is not.
static bool refused(const noc_shape_t *s, const host_guard_in_t *in, guard_cause_t *cause) {
  if (!node_exists(s, in->dst, in->extent)) {
    *cause = GUARD_DESTINATION;
    return true;
  }
  *cause = GUARD_LENGTH;
  return in->flits == 0 || (s->cut_through && in->flits > s->depth);
}

// Whether the beat that is offered for a network that there is does not reach the interface.
static bool swallowed(const noc_shape_t *s, const host_guard_t *g, const host_guard_in_t *in) {
  guard_cause_t ignored;
  return g->left[in->network] > 0 ? (g->drop >> in->network & 1) != 0 : refused(s, in, &ignored);
}

void host_guard_reset(host_guard_t *g) {
  *g = (host_guard_t){0};
}

host_guard_out_t host_guard_look(const noc_shape_t *s, const host_guard_t *g,
                                 const host_guard_in_t *in) {
  return (host_guard_out_t){
      .host_ready = in->ni_ready | g->drop,
      .ni_valid = in->valid && in->network < s->networks && !swallowed(s, g, in)};
}

void host_guard_step(const noc_shape_t *s, host_guard_t *g, const host_guard_in_t *in) {
  const unsigned k = in->network;
  g->error = in->valid && k >= s->networks;
  if (g->error) {
    g->cause = GUARD_NETWORK;
  }
  if (!in->valid || k >= s->networks || ((in->ni_ready | g->drop) >> k & 1) == 0) {
    return;
  }
  const bool bad = swallowed(s, g, in);
  guard_cause_t cause;
  if (g->left[k] == 0) {
    if (refused(s, in, &cause)) {
      g->error = true;
      g->cause = cause;
    }
    g->left[k] = (uint16_t)(in->flits > 0 ? in->flits : 1);
  }
  g->left[k]--;
  g->drop = (uint16_t)(g->drop & ~(1u << k));
  if (bad && g->left[k] > 0) {
    g->drop = (uint16_t)(g->drop | 1u << k);
  }
}
