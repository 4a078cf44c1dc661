// wave_state -- the inside of a wave, shared by wave.c, wave_link.c and wave_content.c.

#ifndef NOC_WAVE_STATE_H
#define NOC_WAVE_STATE_H

#include <stdio.h>

#include "dut/temporary.h"
#include "fstapi.h"
#include "lockstep/wave.h"
#include "lockstep/words.h"

enum { WAVE_NAME = 96, WAVE_END = 40 };

// One variable: an element of a field, or all words of a payload.
typedef struct {
  const bundle_field_t *field;
  uint32_t element, elements;  // first, and how many make the variable
  uint32_t bits;
  fstHandle handle;
} wave_var_t;

typedef struct {
  bool present;
  size_t count;
  wave_var_t *var;
  uint32_t *now, *shown;  // compared words of the component, and what the file shows
} wave_side_t;

enum { SIDE_RTL, SIDE_REF, SIDES };

// A pin of a foreign router, and what the file shows of it.
typedef struct {
  const bank_pin_t *pin;
  fstHandle handle;
  uint64_t *shown;
} wave_pin_t;

typedef struct {
  bank_t *bank;
  uint32_t member, id;
  component_t component;
  char name[WAVE_NAME];  // "router_3,2"
  wave_side_t side[SIDES];
  wave_side_t in;  // its IN fields, packed by `plan`, or where `in_words` has them
  words_plan_t *plan;
  const uint32_t *in_words;
  wave_pin_t *pin;  // of a foreign router
  size_t pins;
} wave_component_t;

// The sender's pins of one direction of a channel, and the receiver's credit pins.
typedef struct {
  const uint16_t *valid, *credit_valid;  // bit `port`, `credit_port`
  const uint8_t *vc, *kind, *credit_vc;
  const uint64_t *payload;
  unsigned port, credit_port;
} wave_pins_t;

typedef struct {
  bool known;
  uint32_t source, destination, message, length;  // nodes; worms have no destination
  uint8_t type;                                   // packet_type_t
  uint8_t headers;                                // header flits that have not come yet
  bool coded;                                     // this and the rest with XOR units
  uint32_t slot, block_a, block_b;
} wave_packet_t;

// The sender or the receiver of a link.
typedef struct {
  component_t component;
  uint32_t id;
  unsigned port;  // of a router
} wave_end_t;

typedef struct {
  char name[WAVE_NAME];               // "link_0,0_1,0"
  wave_end_t end[2];                  // where it begins, and where it ends
  char from[WAVE_END], to[WAVE_END];  // "0,0", "1,0", "ni_3"
  wave_pins_t pins;
  wave_packet_t packet[SHAPE_MAX_VCS];  // whose flits VC v carries
  fstHandle valid, vc, kind, payload, source, destination, message, length, flit;
  fstHandle slot, block_a, block_b;  // with XOR units
  fstHandle credit_valid, credit_vc;
  // As the file shows it.
  bool idle, started, credit;
  uint8_t credit_on;
} wave_link_t;

struct wave {
  network_t *network;        // NULL: of one component alone
  const noc_shape_t *shape;  // of its packets
  void *fst;
  char *path, *save_path[WAVE_SAVES];
  temporary_t owner;  // of what is written, until it is complete:
  char *temporary;
  uint64_t from, to;
  uint64_t last;  // of a component alone: its last cycle
  bool started;   // something is in the file
  bool about[2];  // it says what its routers are, and its interfaces
  uint64_t time;  // of the last change
  uint32_t routers, interfaces;
  size_t n_components, n_links;
  wave_component_t *component;  // routers, then interfaces
  wave_link_t *link;
  const wave_way_t *way;  // of a packet that is followed; NULL: of none
  fstEnumHandle kinds;
  fstHandle clock, cycle;
};

// A variable of flit kinds: shown by name.
fstHandle wave_kind_var(wave_t *w, const char *name);

// The names of the files, and whether they can be made; puts both into their places.
bool wave_name_files(wave_t *w, const char *path, noc_error_t *error);
bool wave_keep(const wave_t *w, noc_error_t *error);
bool wave_fail(noc_error_t *error, const char *path);

// Says what a component is, once for each kind of component. False: memory is short.
bool wave_about(wave_t *w, const wave_component_t *c);
// The name of a variable: of an element of a field, without the index of its part.
void wave_field_name(const bundle_field_t *f, const noc_shape_t *s, uint32_t element,
                     char out[WAVE_NAME]);

// The first difference, or NULL.
const bank_mismatch_t *wave_mismatch(const wave_t *w);

// Whether a router is in the waves.
bool wave_has_router(const wave_t *w, uint32_t router);

// The pins of a foreign router: scope `dut`. Returns false when memory is short.
bool wave_foreign_create(wave_t *w, wave_component_t *c);
void wave_foreign_emit(wave_t *w, const wave_component_t *c);
void wave_foreign_name(const wave_pin_t *p, char out[WAVE_NAME]);  // "flit", "flit_3"
void wave_foreign_free(wave_component_t *c);

// Finds the links at the routers in the waves and declares their variables.
bool wave_links_create(wave_t *w);
// Before the first cycle that is written: keeps which packets are on their way.
void wave_links_follow(wave_t *w);
// Writes what the links show now.
void wave_links_emit(wave_t *w);

// The variable's name: "in_count_p0_v1".
void wave_var_name(const wave_component_t *c, const wave_var_t *v, char out[WAVE_NAME]);

#endif
