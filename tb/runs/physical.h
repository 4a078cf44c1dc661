// physical -- what cycles, flits and accesses are in seconds, bits and joules: --clock and
// --energy. docs/energy.md says what is counted, and how the file is written.

#ifndef NOCSTEP_PHYSICAL_H
#define NOCSTEP_PHYSICAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "network/energy.h"
#include "runs/cli.h"

typedef struct {
  double hertz;  // of --clock; 0: not given
  bool energy;   // --energy was given, and then:
  double buffer_write, buffer_read, interface_write, interface_read, crossbar, xor_flit;
  double slot_write, slot_read;  // joules an access of a flit
  double link;                   // joules a flit and millimetre
  double link_mm, interface_link_mm;
} physical_t;

// From the options --clock and --energy, both may be missing. False with *error filled.
bool physical_read(const cli_t *cli, physical_t *p, noc_error_t *error);
// "1GHz", "2.5 MHz": hertz. False: it is none.
bool physical_clock(const char *text, double *hertz);
// The file of --energy; `p` keeps its clock.
bool physical_energy(const char *file, physical_t *p, noc_error_t *error);

// Joules of what was counted.
typedef struct {
  double buffers, interfaces, crossbar, links, coding, total;
} physical_joules_t;
void physical_joules(const physical_t *p, const network_energy_t *e, physical_joules_t *joules);
// The Gbit/s that so many flits per cycle are, if each has so many bits.
double physical_gbits(const physical_t *p, double flits_per_cycle, unsigned flit_bits);

// Accesses, crossbars and links that the counts come to, all alike: what there is to compare
// without a technology.
double physical_accesses(const network_energy_t *e);

// "1.25 us": three digits, and a letter of the SI. Returns out.
enum { PHYSICAL_TEXT = 40 };
const char *physical_text(double value, const char *unit, char out[PHYSICAL_TEXT]);

#endif
