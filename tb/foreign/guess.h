// guess -- proposes a map of a module from the names, directions and widths of its pins.
//
// A pin's name is taken apart into words (`L_in_flit`, `flits_i`, `s_axis_tdata`). One of them may
// say what the pin is for, one at which port it is, if there are pins of the same name at other
// ports. Whether it belongs to what comes in or goes out follows from its direction.

#ifndef NOC_GUESS_H
#define NOC_GUESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

typedef struct {
  const char *const *source;
  size_t sources;
  const char *const *include;  // folders
  size_t includes;
} guess_files_t;

// Has Verilator read the sources and writes a map of the top module; `top` NULL: the one that no
// other has inside. NOC_BAD_INPUT: no pins, or several such modules. NOC_ENVIRONMENT: as Verilator
// says.
bool guess_map(const guess_files_t *files, const char *top, FILE *out, noc_error_t *error);

typedef enum {
  GUESS_FLIT,
  GUESS_VALID,
  GUESS_READY,
  GUESS_CREDIT,
  GUESS_ON,
  GUESS_OFF,
  GUESS_VC,
  GUESS_HEAD,
  GUESS_TAIL,
  GUESS_DESTINATION,
  GUESS_ROLES
} guess_role_t;

enum { GUESS_NAME = 256, GUESS_SIDES = 2, GUESS_PORTS = 64 };

// Pins of one role on one side: a pin at each port, or one for all.
typedef struct {
  unsigned pins;
  char name[GUESS_NAME];  // with {port}, if `each`
  bool each;
  unsigned bits, elements;  // of the first
} guess_group_t;

typedef struct {
  char name[GUESS_NAME];
  unsigned bits, elements;
  bool output, used;
} guess_pin_t;

typedef struct {
  const char *direction;  // "x+"; kGuessNumber: only its number is known
  char text[32];          // of {port}
} guess_port_t;

typedef struct {
  const guess_files_t *files;
  char top[GUESS_NAME];
  guess_pin_t *pin;
  size_t pins;
  int clock, reset;  // pins; -1: none
  bool reset_low;
  guess_group_t group[GUESS_SIDES][GUESS_ROLES];
  guess_port_t port[GUESS_PORTS];
  unsigned ports;
  unsigned places;  // of a pin for all ports: ports, or the ends of a network
  unsigned vcs;
  bool valid_vcs;  // valid has a line for each VC
  bool network;
} guess_t;

extern const char kGuessNumber[];

// Fills in all but sources, top and pins.
void guess_work_out(guess_t *g);
void guess_write(const guess_t *g, FILE *out);

#endif
