// lengths -- see lengths.h.

#include "setup/lengths.h"

#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"

const char kLengthsAccepted[] =
    "1 to 640, a range such as 1-8, or lengths with weights such as 1:0.5,5:0.5";

// One length at *at, which moves behind it.
static bool scan_length(const char **at, unsigned *flits) {
  uint64_t value = 0;
  const size_t length = decimal_scan(*at, &value);
  *at += length;
  *flits = (unsigned)value;
  return length > 0 && value >= 1 && value <= LENGTHS_MAX;
}

// A weight above 0, "0.5", ".5" or "1e-3".
static bool scan_weight(const char **at, double *weight) {
  const size_t length = strspn(*at, "0123456789.eE+-");
  const bool plain = (**at >= '0' && **at <= '9') || **at == '.';
  char *end = NULL;
  *weight = strtod(*at, &end);
  const bool whole = plain && end == *at + length;
  *at += length;
  return whole && *weight > 0 && *weight <= 1e9;
}

// "1:0.5,5:1.5" into weight[LENGTHS_MAX + 1], zero at first.
static bool scan_weights(const char *at, double *weight) {
  for (;; at++) {
    unsigned flits = 0;
    double one = 0;
    if (!scan_length(&at, &flits) || *at++ != ':' || !scan_weight(&at, &one) || weight[flits] > 0) {
      return false;
    }
    weight[flits] = one;
    if (*at != ',') {
      return *at == '\0';
    }
  }
}

// The same for all three forms.
static bool scan(const char *text, double *weight) {
  const char *at = text;
  unsigned first = 0;
  if (!scan_length(&at, &first)) {
    return false;
  }
  if (*at == ':') {
    return scan_weights(text, weight);
  }
  unsigned last = first;
  if (*at == '-') {
    at++;
    if (!scan_length(&at, &last) || last < first) {
      return false;
    }
  }
  for (unsigned flits = first; flits <= last; flits++) {
    weight[flits] = 1;
  }
  return *at == '\0';
}

// The steps, from the weights.
static bool fill(lengths_t *l, const double *weight) {
  double sum = 0;
  double flits_sum = 0;
  for (unsigned flits = 1; flits <= LENGTHS_MAX; flits++) {
    l->steps += weight[flits] > 0;
    l->longest = weight[flits] > 0 ? flits : l->longest;
    sum += weight[flits];
    flits_sum += weight[flits] * flits;
  }
  l->mean = l->steps == 1 ? l->longest : flits_sum / sum;
  l->step = malloc(l->steps * sizeof *l->step);
  if (l->step == NULL) {
    return false;
  }
  double below = 0;
  lengths_step_t *step = l->step;
  for (unsigned flits = 1; flits <= l->longest; flits++) {
    if (weight[flits] > 0) {
      below += weight[flits];
      *step++ = (lengths_step_t){(uint64_t)(below / sum * 0x1p32), flits};
    }
  }
  step[-1].below = UINT64_C(1) << 32;
  return true;
}

lengths_result_t lengths_parse(const char *text, lengths_t *l) {
  double weight[LENGTHS_MAX + 1] = {0};
  if (!scan(text, weight)) {
    return LENGTHS_REFUSED;
  }
  lengths_t read = {.text = strdup(text)};
  if (read.text == NULL || !fill(&read, weight)) {
    free(read.text);
    return LENGTHS_NO_MEMORY;
  }
  lengths_free(l);
  *l = read;
  return LENGTHS_OK;
}

void lengths_free(lengths_t *l) {
  free(l->text);
  free(l->step);
  *l = (lengths_t){0};
}
