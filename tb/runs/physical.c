// physical -- see physical.h.

#include "runs/physical.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/decimal.h"

static const struct {
  const char *name;
  double factor;
} kUnits[] = {{"Hz", 1}, {"kHz", 1e3}, {"MHz", 1e6}, {"GHz", 1e9}, {"THz", 1e12}};

bool physical_clock(const char *text, double *hertz) {
  char *end = NULL;
  if (text[0] < '0' || text[0] > '9' || text[strcspn(text, "xX")] != '\0' ||
      decimal_is_padded(text)) {
    return false;
  }
  const double value = strtod(text, &end);
  end += strspn(end, " ");
  for (size_t i = 0; i < sizeof kUnits / sizeof kUnits[0]; i++) {
    // A thousandth of a hertz is none of them.
    if (strcasecmp(end, kUnits[i].name) == 0 && strcmp(end, "mHz") != 0) {
      *hertz = value * kUnits[i].factor;
      return isfinite(*hertz) && *hertz >= 1 && *hertz <= 1e15;
    }
  }
  return false;
}

bool physical_read(const cli_t *cli, physical_t *p, noc_error_t *error) {
  *p = (physical_t){.hertz = 0};
  if (cli->clock != NULL && !physical_clock(cli->clock, &p->hertz)) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        "--clock" SAY_IS("'%.60s'", "a frequency such as 1GHz or 800MHz, 1 Hz to 1000 THz"),
        cli->clock);
  }
  return cli->energy == NULL || physical_energy(cli->energy, p, error);
}

void physical_joules(const physical_t *p, const network_energy_t *e, physical_joules_t *joules) {
  physical_joules_t j = {
      .buffers =
          (double)e->buffer_writes * p->buffer_write + (double)e->buffer_reads * p->buffer_read,
      .interfaces = (double)e->interface_writes * p->interface_write +
                    (double)e->interface_reads * p->interface_read,
      .crossbar = (double)e->crossbar * p->crossbar,
      .links = (double)e->link_traversals * p->link * p->link_mm +
               (double)e->interface_links * p->link * p->interface_link_mm,
      .coding = (double)e->xor_flits * p->xor_flit + (double)e->slot_writes * p->slot_write +
                (double)e->slot_reads * p->slot_read,
  };
  j.total = j.buffers + j.interfaces + j.crossbar + j.links + j.coding;
  *joules = j;
}

double physical_gbits(const physical_t *p, double flits_per_cycle, unsigned flit_bits) {
  return flits_per_cycle * flit_bits * p->hertz * 1e-9;
}

double physical_accesses(const network_energy_t *e) {
  return (double)e->buffer_writes + (double)e->buffer_reads + (double)e->interface_writes +
         (double)e->interface_reads + (double)e->crossbar + (double)e->link_traversals +
         (double)e->interface_links + (double)e->xor_flits + (double)e->slot_writes +
         (double)e->slot_reads;
}

const char *physical_text(double value, const char *unit, char out[PHYSICAL_TEXT]) {
  static const char *const kPrefix[] = {"a", "f", "p", "n", "u", "m", "", "k", "M", "G", "T", "P"};
  enum { NONE = 6, COUNT = sizeof kPrefix / sizeof kPrefix[0] };
  int i = NONE;
  while (value > 0 && value < 0.9995 && i > 0) {
    value *= 1000;
    i--;
  }
  while (value >= 999.5 && i < COUNT - 1) {
    value /= 1000;
    i++;
  }
  const int places = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  (void)snprintf(out, PHYSICAL_TEXT, "%.*f %s%s", places, value, kPrefix[i], unit);
  return out;
}
