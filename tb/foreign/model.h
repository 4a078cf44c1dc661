// model -- a foreign module as the bank sees it: a Verilated model behind a C ABI, and where each
// role of the map lies in its pins.
//
// Pins     Pin i of an instance lies at api->place(instance, i), lowest byte first, in storage of
//          1, 2, 4 or 8 bytes, or of words of 4 if it has more than 64 bits; the elements of an
//          unpacked array follow each other. Bits above the pin's are 0 and must stay so.
// eval()   lets the model settle with its inputs as they are. A clock edge is the clock pin set and
//          eval(). It returns false if the model itself does not converge. All inputs of a new
//          instance are 0, and nothing has been evaluated.
// Threads  Instances share nothing.

#ifndef NOC_MODEL_H
#define NOC_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "foreign/formula.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

// Ports of a router; a network has an end at each node.
enum {
  FOREIGN_ABI = 1,
  FOREIGN_MAX_PORTS = 16,
  FOREIGN_MAX_ENDS = 1024,
  FOREIGN_MAX_VCS = 16,
  FOREIGN_MAX_HEADERS = 4
};

typedef struct {
  const char *name;
  bool output;
  uint32_t bits;      // of an element
  uint32_t elements;  // of an unpacked array; 1: no array
  uint32_t bytes;     // of the storage of an element
} foreign_pin_t;

// A shared object with a foreign model exports this as `foreign_model`; tests make their own.
typedef struct {
  uint32_t abi;  // FOREIGN_ABI
  const char *top;
  uint32_t pins;
  const foreign_pin_t *pin;
  // `seed`: random initial values of registers and memories. NULL when memory is short.
  void *(*create)(const char *name, uint32_t seed);
  void *(*place)(void *instance, uint32_t pin);
  bool (*eval)(void *instance);
  // The text of the first assertion that fired since the last call, of $stop or $fatal, or NULL.
  // It stays until the next eval(). What fires on random values before the end of the reset is
  // asked for, and dropped.
  const char *(*failed)(void *instance);
  void (*free)(void *instance);
} foreign_api_t;

// Bits of a pin: `bits` of them from bit `lsb` of element `element` on. No pin: bits is 0.
typedef struct {
  uint16_t pin;
  uint16_t element;
  uint16_t lsb;
  uint16_t bits;
} foreign_bits_t;

typedef enum { RETURN_READY, RETURN_CREDIT, RETURN_ON, RETURN_OFF } foreign_return_t;
typedef enum { VC_NONE, VC_INDEX, VC_ONE_HOT, VC_VALID } foreign_vc_code_t;

// One field of a head in one direction of one port. Bit by bit where it stands.
typedef struct {
  foreign_bits_t at;
  const formula_t *is;  // of the map
  uint8_t header;       // header flit that it stands in
  bool each;            // in all flits
  bool changes;         // routers may write it (lookahead, changes)
} foreign_field_t;

// One direction of one port: the pins of the flit and of the way back.
typedef struct {
  foreign_bits_t flit;   // all bits of a flit, for waves and messages; may be none
  foreign_bits_t valid;  // one bit; VC_VALID: one for each VC
  foreign_bits_t payload;
  foreign_bits_t head_payload;  // of the first flit; none with headers
  foreign_bits_t head, tail;    // none: by kind, or by what came before
  foreign_bits_t kind;
  foreign_bits_t vc;             // VC_INDEX, VC_ONE_HOT
  foreign_bits_t back;           // ready, on, off, credit: one bit, or one for each VC
  foreign_bits_t back_vc;        // credit with a VC of its own, coded as `vc`
  const foreign_field_t *field;  // [fields of the model]
} foreign_link_t;

// A module at a place of a topology, all formulas of pins worked out.
typedef struct {
  const foreign_api_t *api;
  foreign_bits_t clock, reset;  // reset: none
  bool reset_low;
  uint32_t reset_cycles;
  uint32_t ties;  // inputs held at a value
  const foreign_bits_t *tie;
  const uint64_t *tie_value;
  // By place in `ports` of the map: what the module takes and what it sends.
  foreign_link_t *input, *output;  // [ports]
  // level router: [ports] the port of nocstep's router; level network: the node. UINT32_MAX: no
  // link at this place.
  const uint32_t *port;
} foreign_module_t;

// A map with its models at all places of a topology.
typedef struct foreign {
  const char *name;  // of the map
  const char *file;  // of the map, for messages
  bool network;      // level
  unsigned ports;    // of the map
  const char *const *port_name;
  unsigned vcs, depth, headers, slack;
  bool fickle;       // it may show another flit, or none, while one waits for `ready`
  uint32_t longest;  // flits with headers; UINT32_MAX: any
  foreign_return_t back;
  foreign_vc_code_t vc_code;
  bool has_kind;
  uint64_t kind[4];     // code of body, head, tail, single: KIND_ of shape/packet.h
  bool marks_head;      // else a head is what comes behind a tail
  bool single;          // neither tail nor kind: each flit is a packet
  const char *routing;  // NULL: the topology's own
  unsigned fields;      // of a head
  uint32_t modules;     // routers; level network: 1
  foreign_module_t *module;
  uint32_t flit_bits;  // the largest of 32, 64, 128, 256 that payload has room for in all flits
  void *memory;        // of whoever made it: foreign_free()
} foreign_t;

// Reads the map, builds what is not kept, and works out all places of a topology. On error NULL:
// NOC_BAD_INPUT with file, line and key; NOC_ENVIRONMENT for tools and sources that do not compile.
foreign_t *foreign_load(const char *map, const topology_t *t, noc_error_t *error);
// The same for some routers only; modules of the others have no api.
foreign_t *foreign_load_at(const char *map, const topology_t *t, const uint32_t *router,
                           size_t count, noc_error_t *error);
void foreign_free(foreign_t *f);

// Bits of a pin of an instance. Up to 64 bits; and any number, into or from words of 64.
uint64_t foreign_get(const foreign_api_t *api, void *instance, foreign_bits_t at);
void foreign_set(const foreign_api_t *api, void *instance, foreign_bits_t at, uint64_t value);
void foreign_get_words(const foreign_api_t *api, void *instance, foreign_bits_t at,
                       uint64_t *words);
void foreign_set_words(const foreign_api_t *api, void *instance, foreign_bits_t at,
                       const uint64_t *words);

#ifdef __cplusplus
}
#endif

#endif
