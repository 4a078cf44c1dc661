// carrier -- the table of carriers, and what is asked of all of them; see carrier.h.

#include "workload/carrier.h"

#include "workload/workload_state.h"

const carrier_code_t *const kCarriers[CARRIERS] = {
#define CARRIER(id, name) &carrier_##name,
#include "workload/carriers.def"
#undef CARRIER
};

_Static_assert(CARRIERS <= 8 && SHAPE_MAX_VCS <= 16, "bits of flight_t");

// The next carrier of a set.
static const carrier_code_t *take(uint32_t *carriers) {
  const unsigned c = (unsigned)__builtin_ctz(*carriers);
  *carriers &= *carriers - 1;
  return kCarriers[c];
}

bool carriers_create(workload_t *w, const scenario_t *s, const workload_input_t *input,
                     noc_error_t *error) {
  for (unsigned c = 0; c < CARRIERS; c++) {
    const carrier_code_t *code = kCarriers[c];
    if (!code->used(w)) {
      continue;
    }
    const bool works = code->before != NULL || code->after != NULL || code->command != NULL;
    w->carriers |= UINT32_C(1) << c;
    w->working |= (uint32_t)works << c;
    if (code->create != NULL) {
      w->carrier[c] = code->create(w, s, input, error);
      if (w->carrier[c] == NULL) {
        return false;
      }
    }
  }
  return true;
}

void carriers_free(workload_t *w) {
  for (unsigned c = 0; c < CARRIERS; c++) {
    if (w->carrier[c] != NULL) {
      kCarriers[c]->free(w->carrier[c]);
    }
  }
}

void carriers_checkpoint(workload_t *w, const engine_places_t *places, checkpoint_t *c) {
  for (unsigned i = 0; i < CARRIERS; i++) {
    if (w->carrier[i] != NULL && kCarriers[i]->checkpoint != NULL) {
      kCarriers[i]->checkpoint(w->carrier[i], places, c);
    }
  }
}

bool carriers_before(workload_t *w, uint64_t now, noc_error_t *error) {
  bool ok = true;
  for (uint32_t left = w->working; ok && left != 0;) {
    const carrier_code_t *code = take(&left);
    ok = code->before == NULL || code->before(w, now, error);
  }
  return ok;
}

bool carriers_after(workload_t *w, uint64_t now, noc_error_t *error) {
  bool ok = true;
  for (uint32_t left = w->working; ok && left != 0;) {
    const carrier_code_t *code = take(&left);
    ok = code->after == NULL || code->after(w, now, error);
  }
  return ok;
}

void carriers_command(workload_t *w, uint64_t now) {
  for (uint32_t left = w->working; left != 0;) {
    const carrier_code_t *code = take(&left);
    if (code->command != NULL) {
      code->command(w, now);
    }
  }
}

bool carriers_waiting(const workload_t *w) {
  bool any = false;
  for (uint32_t left = w->working; !any && left != 0;) {
    const carrier_code_t *code = take(&left);
    any = code->waiting != NULL && code->waiting(w);
  }
  return any;
}

bool carriers_fail_stalled(const workload_t *w, noc_error_t *error) {
  bool said = false;
  for (uint32_t left = w->carriers; !said && left != 0;) {
    const carrier_code_t *code = take(&left);
    said = code->fail_stalled != NULL && code->fail_stalled(w, error);
  }
  return said;
}

void carriers_result(const workload_t *w, workload_result_t *r) {
  for (uint32_t left = w->carriers; left != 0;) {
    const carrier_code_t *code = take(&left);
    if (code->result != NULL) {
      code->result(w, r);
    }
  }
}

bool carriers_wait(const workload_t *w) {
  bool wait = false;
  for (uint32_t left = w->carriers; left != 0;) {
    wait = take(&left)->waits || wait;
  }
  return wait;
}

flight_t *carriers_find(const workload_t *w, uint32_t source, uint32_t message) {
  flight_t *found = NULL;
  for (uint32_t left = w->carriers; found == NULL && left != 0;) {
    const carrier_code_t *code = take(&left);
    found = code->find != NULL ? code->find(w, source, message) : NULL;
  }
  return found;
}

const flight_t *carriers_oldest(const workload_t *w, uint32_t *source, uint32_t *message) {
  const flight_t *oldest = NULL;
  for (uint32_t left = w->carriers; left != 0;) {
    const carrier_code_t *code = take(&left);
    uint32_t from = 0;
    uint32_t number = 0;
    const flight_t *flight = code->oldest != NULL ? code->oldest(w, &from, &number) : NULL;
    if (flight != NULL && (oldest == NULL || flight->created < oldest->created)) {
      oldest = flight;
      *source = from;
      *message = number;
    }
  }
  return oldest;
}
