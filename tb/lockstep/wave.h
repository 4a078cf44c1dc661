// wave -- writes waves of a network as FST, with a GTKWave save file and a command file for Surfer
// beside it.
//
// Scopes    noc.clk, noc.cycle
//           noc.router_<coords>.rtl.*, .ref.*   fields of the state list, an element a variable:
//           noc.ni_<node>.rtl.*, .ref.*         in_count_p0_v1, out_payload_p3, inj_left_n0
//                                               and br_vc_p1_v0_b2: letters of shape/dimensions.def
//           noc.router_<coords>.in.*            its inputs; of an interface if that is alone
//           noc.router_<coords>.dut.*           pins of a foreign router, as they are at rest
//           noc.link_<from>_<to>.*              valid, kind, vc, payload, credits; source,
//                                               destination, message of the flit's packet
// Time      cycle c lies between the rising edges at 10 c and 10 (c + 1) ns. WIRE fields, observed
//           before the edge, show in the cycle they belong to; OUT and REG fields change at the
//           edge.
// Sides     `rtl` and `ref` where the bank has them; a golden bank does not record WIRE fields.
// Size      networks of more than WAVE_ROUTERS routers: that many, those with RTL first, and the
//           interfaces and links at them.

#ifndef NOC_WAVE_H
#define NOC_WAVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "network/network.h"

enum { WAVE_ROUTERS = 64, WAVE_PERIOD = 10 };

// The file says what its components are, in comments "nocstep router list HASH parameters ..", and
// of interfaces, with the words that a stimulus has (inputs.h); long ones go on in the next.
#define WAVE_ABOUT "nocstep "

typedef struct wave wave_t;

// Starts a file; cycles from..to are written. The network outlives the wave. Call it before the
// first step, or at least before the step of cycle `from`. NULL and NOC_ENVIRONMENT if the file
// cannot be written, NOC_BAD_INPUT if one of the two is there and is no file.
wave_t *wave_open(const char *path, network_t *n, uint64_t from, uint64_t to, noc_error_t *error);

// The same of one router or interface alone, the only member of `bank`, with its IN words. The name
// is that of its scope. Both outlive the wave.
wave_t *wave_open_alone(const char *path, bank_t *bank, const char *name, const uint32_t *in,
                        uint64_t from, uint64_t to, noc_error_t *error);
// As it is before cycle 0; then after each cycle.
void wave_alone_begin(wave_t *w);
void wave_alone_cycle(wave_t *w, uint64_t cycle);

// The files beside the waves that say what a viewer shows first.
enum { WAVE_SAVES = 3 };
typedef struct {
  const char *ending;                // "x.gtkw" for "x.fst"
  const char *what;                  // "the save file"
  const struct save_format *format;  // wave_save.h
} wave_save_t;
extern const wave_save_t kWaveSave[WAVE_SAVES];
// The name of one. To be freed; NULL if memory is short.
char *wave_save_path(const char *path, unsigned save);

// The way of one packet through the network, for the save file: a hop for each router that its head
// has reached, of a packet that is copied one for each branch. Cycles are those of docs/events.md;
// WAVE_NEVER is one that has not come.
#define WAVE_NEVER UINT64_MAX
typedef struct {
  uint32_t router;
  uint8_t in_port, in_vc, out_port;
  uint8_t out_vc;  // UINT8_MAX: none yet
  uint64_t arrival, granted, first, last, onward;
} wave_hop_t;
typedef struct {
  uint64_t packet;    // its number
  const char *title;  // "packet 17: unicast, 4 flits, node 0 to 8"
  uint32_t from, to;  // interfaces; UINT32_MAX: to several
  unsigned network;   // virtual network
  uint64_t accepted, entered, arrived, delivered;
  const wave_hop_t *hop;  // in the order of their arrival
  size_t hops;
} wave_way_t;
// It stays until the wave is closed.
void wave_follow(wave_t *w, const wave_way_t *way);

// After each network_step().
void wave_cycle(wave_t *w, network_t *n);

// Completes all files under their names; the save file's marker is at the mismatch of the
// network, or of the bank. If this is not called, or fails, there is no file. Frees the wave.
bool wave_close(wave_t *w, noc_error_t *error);
// Frees the wave; there is no file.
void wave_discard(wave_t *w);

#endif
