// equations -- see equations.h.

#include "schedule/equations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

static double log2_up(double x) {
  return ceil(log2(x));
}

static double wormhole(const double *v) {  // t_s, h, t_r, m, t_1
  return v[0] + v[1] * v[2] + v[3] * v[4];
}

static double many_broadcast(const double *v) {  // M, N
  return fmax(log2_up(v[1]), v[0]);
}

static double shared_width(const double *v) {  // b1, b2
  return fmin(v[0], v[1]);
}

static double first_phase(const double *v) {  // M, N, Q, b1, b2
  return fmax(ceil((v[0] - v[2]) * v[2] / v[3]), ceil(v[2] * (v[1] - v[2]) / v[4]));
}

static double second_phase(const double *v) {  // M, N, Q, b1, b2, b0
  return fmax(ceil((v[0] - v[2]) * (v[1] - v[2]) / fmin(v[3], v[4])),
              ceil(v[2] * (v[2] - 1) / (2 * v[5])));
}

static double many_scatter(const double *v) {  // M, N, Q, b1, b2, b0
  return first_phase(v) + second_phase(v);
}

static double all_to_some_broadcast(const double *v) {  // P
  return fmax(log2_up(v[0]), v[0] - 1);
}

static double all_to_some_scatter(const double *v) {  // P, N, b1, b0
  return fmax(ceil((v[0] - v[1]) * v[1] / v[2]), ceil(v[1] * v[1] / (2 * v[3])));
}

static double some_to_all_broadcast(const double *v) {  // P, M
  return fmax(log2_up(v[0]), v[1]);
}

static double link_load(const double *v) {  // lambda
  return v[0];
}

static double total_time(const double *v) {  // tau, t_s, m, t_1
  return v[0] * v[1] + v[2] * v[3];
}

static double one_broadcast(const double *v) {  // P
  return log2_up(v[0]);
}

static double all_others(const double *v) {  // P
  return v[0] - 1;
}

static double all_scatter(const double *v) {  // P, Bc
  return fmax(ceil(v[0] * v[0] / (2 * v[1])), v[0] - 1);
}

static const equation_t kEquations[] = {
    {"1", "t_WH", "t_s + h t_r + m t_1", {"ts", "h", "tr", "m", "t1"}, wormhole},
    {"2", "T_MNB", "max(ceil(log2 N), M)", {"M", "N"}, many_broadcast},
    {"3", "channels of T - Q to R - Q", "min(b1, b2)", {"b1", "b2"}, shared_width},
    {"4",
     "T_1",
     "max(ceil((M-Q) Q / b1), ceil(Q (N-Q) / b2))",
     {"M", "N", "Q", "b1", "b2"},
     first_phase},
    {"5",
     "T_2",
     "max(ceil((M-Q) (N-Q) / min(b1, b2)), ceil(Q (Q-1) / (2 b0)))",
     {"M", "N", "Q", "b1", "b2", "b0"},
     second_phase},
    {"6", "T_MNS", "T_1 + T_2", {"M", "N", "Q", "b1", "b2", "b0"}, many_scatter},
    {"7", "T_PNB", "max(ceil(log2 P), P-1)", {"P"}, all_to_some_broadcast},
    {"8",
     "T_PNS",
     "max(ceil((P-N) N / b1), ceil(N^2 / (2 b0)))",
     {"P", "N", "b1", "b0"},
     all_to_some_scatter},
    {"9", "T_MPB", "max(ceil(log2 P), M)", {"P", "M"}, some_to_all_broadcast},
    {"10",
     "T_MPS",
     "max(ceil(M (P-M) / b1), ceil(M^2 / (2 b0)))",
     {"P", "M", "b1", "b0"},
     all_to_some_scatter},
    {"11", "T_M2N", "max lambda(l)", {"lambda"}, link_load},
    {"12", "t_CC", "tau t_s + m t_1", {"tau", "ts", "m", "t1"}, total_time},
    {"OAB", "Table 1", "ceil(log2 P)", {"P"}, one_broadcast},
    {"AAB", "Table 1", "P - 1", {"P"}, all_others},
    {"OAS", "Table 1", "P - 1", {"P"}, all_others},
    {"AAS", "Table 1", "max(ceil(P^2 / (2 Bc)), P-1)", {"P", "Bc"}, all_scatter},
};

enum { EQUATIONS = sizeof kEquations / sizeof kEquations[0] };

const equation_t *equation(size_t i) {
  return i < EQUATIONS ? &kEquations[i] : NULL;
}

static const equation_t *find(const char *name, noc_error_t *error) {
  nearest_t nearest = nearest_start(name);
  for (size_t i = 0; i < EQUATIONS; i++) {
    if (strcmp(kEquations[i].name, name) == 0) {
      return &kEquations[i];
    }
    nearest_offer(&nearest, kEquations[i].name);
  }
  (void)noc_fail(error, NOC_BAD_INPUT, "--equation" SAY_IS("'%.60s'", "one of %s"), name,
                 nearest.names);
  return NULL;
}

// "M=9, N=11, ..": the variables of an equation in a sentence.
static bool fail(const equation_t *e, const char *text, noc_error_t *error) {
  char names[80] = "";
  for (size_t i = 0; e->variable[i] != NULL; i++) {
    (void)strcat(strcat(names, i > 0 ? "," : ""), e->variable[i]);
    (void)strcat(names, "=..");
  }
  return noc_fail(error, NOC_BAD_INPUT, "--given" SAY_IS("'%.60s'", "%s, with numbers above 0"),
                  text, names);
}

bool equation_evaluate(const char *name, const char *values, const equation_t **which,
                       double *value, noc_error_t *error) {
  const equation_t *e = find(name, error);
  if (e == NULL) {
    return false;
  }
  double number[EQUATION_VALUES];
  bool known[EQUATION_VALUES] = {false};
  size_t count = 0;
  size_t got = 0;
  while (e->variable[count] != NULL) {
    count++;
  }
  for (const char *at = values; *at != '\0';) {
    const size_t length = strcspn(at, "=");
    size_t i = 0;
    while (i < count &&
           (strlen(e->variable[i]) != length || strncmp(e->variable[i], at, length) != 0)) {
      i++;
    }
    if (i == count || known[i] || at[length] != '=') {
      return fail(e, values, error);
    }
    char *end = NULL;
    number[i] = strtod(at + length + 1, &end);
    if (end == at + length + 1 || !isfinite(number[i]) || number[i] <= 0 ||
        (*end != ',' && *end != '\0') || (*end == ',' && end[1] == '\0')) {
      return fail(e, values, error);
    }
    known[i] = true;
    got++;
    at = *end == ',' ? end + 1 : end;
  }
  if (got != count) {
    return fail(e, values, error);
  }
  *which = e;
  *value = e->value(number);
  return true;
}
