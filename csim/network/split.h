// split -- a network of golden models that several processes step together (base/peers.h): each its
// shard (network/shards.h), a range of routers and one of interfaces, by number.
//
// Every process builds the same network. In it the components of others stay at rest, as they were
// at reset: no flit and no credit comes to them, and no beat. What goes on links from one process
// to another is sent at the end of the window in which it leaves, while the routers are stepped
// that have no such links.
//
// Windows. A process steps the cycles of a window by itself: what leaves another in them is not
// read before they are over, since all links between processes take as long (split_near.c says how
// long that is, and when a window ends before). An exchange is at the end of its last cycle.
//
// Messages. With a mirror one goes from each process to each other in every cycle. Without, one
// goes to each *near* process, to which a link leads; and now and then all meet, one message from
// each to each other (split_near.c). Which cycles these are is known to all before.
//
// Hosts. With a mirror every process has the hosts of all nodes, and what each interface shows its
// host is brought to all when it changes: so all of them decide alike, whatever the workload. The
// banks then have output registers of their own, and what hosts read is n->interface_pins. Without
// a mirror a process has the hosts of its own nodes, and what they need of others goes with the
// same messages (network_split_hosts_t).
//
// Counts of the links are those of this process until network_split_settle() adds them up.

#ifndef NOC_SPLIT_H
#define NOC_SPLIT_H

#include "base/peers.h"
#include "network/energy.h"
#include "network/network.h"

struct network;
struct bank_range;

typedef struct {
  uint32_t first, end;
} split_range_t;

// The end of a link to another process, where links have pins: of a port of ours, that sends flits
// there, or credits, or both.
typedef struct {
  uint32_t port;                    // flat
  uint32_t component;               // slot
  uint16_t bit;                     // of the port in the component's valid masks
  uint16_t flit_peer, credit_peer;  // where they go: the same, but for an interface
  bool flits, credits;
} split_border_t;

// Output registers of interfaces that hosts read: the bank's, and what this process knows.
enum { SPLIT_FIELDS = 32 };
typedef struct {
  unsigned char *own, *known;
  size_t size;  // bytes a member
} split_field_t;

typedef struct split {
  peers_t *peers;
  // If there is no mirror: the near processes; the one of them on the shortest way to each process;
  // and the most exchanges that something takes on these ways.
  bool *near;     // [processes]
  uint16_t *way;  // [processes]
  unsigned widest;
  unsigned window;        // cycles, at most
  uint64_t window_first;  // the cycle in which this one has begun
  uint64_t meeting;       // the first cycle in which all meet
  bool mirror;
  bool exchanges;  // the window ends in this cycle, or has ended in the last one
  bool meets;      // and all meet then
  bool arrived;    // what others have sent in this cycle lies there
  bool interrupted_here, interrupted;
  bool settled;                // by network_split_settle(), which fills in energy and speculation
  split_range_t router, node;  // ours
  // Links with pins: where ours lead to, but nowhere if that is another process; and those.
  struct link_end *end, *credit_end;
  split_border_t *border;
  uint32_t borders;
  // Routers of whole words that have no link to another process.
  split_range_t inner;

  uint32_t bank_node;  // the first interface of the bank
  split_field_t field[SPLIT_FIELDS];
  unsigned fields;
  uint32_t *entering_message;  // [node]

  network_split_hosts_t hosts;
  // Sums over all processes, in the last exchange.
  uint64_t waiting;  // queues.waiting
  bank_forward_t forwarded;
  // The same by network_split_settle().
  network_energy_t energy;
  bank_speculation_t speculation;
} split_t;

// Before the banks are made: whose part this is, and the arrays.
bool split_begin(struct network *n, const network_config_t *config, noc_error_t *error);
// The members of the banks of routers and interfaces, by slot: ours, and the others of their words.
void split_cover(const struct network *n, struct bank_range *range);
// The pins that a bank of the interfaces from one on gets.
interface_fields_t split_interface(struct network *n, uint32_t first);
// When banks and links are made.
bool split_join(struct network *n, noc_error_t *error);
// Hosts read what the banks show, and of other interfaces what one shows that is at rest.
void split_show(struct network *n);

// The exchange of this cycle is among these; NULL: among all.
static inline const bool *split_among(const split_t *s) {
  return s->meets ? NULL : s->near;
}

static inline bool split_has_router(const split_t *s, uint32_t slot) {
  return slot - s->router.first < s->router.end - s->router.first;
}
static inline bool split_has_node(const split_t *s, uint32_t slot) {
  return slot - s->node.first < s->node.end - s->node.first;
}
// This process has a component.
bool split_has(const struct network *n, uint32_t slot);

// Finds the near processes and the ways to the others, and how long a window may be.
bool split_find_near(struct network *n, noc_error_t *error);

// Before a cycle: whether a window begins in it, and whether it ends.
void split_look(struct network *n);

// The process that has a component.
unsigned split_peer_of(const struct network *n, uint32_t slot);

// One clock edge of our part, and the exchange where a window ends.
void split_step(struct network *n);
// Puts what has come to its places: on wires before they change sides, on pins behind our own.
void split_take(struct network *n);

// Puts what interfaces show into the messages; takes what a message has of them.
void split_put_mirror(struct network *n);
void split_take_mirror(struct network *n, unsigned peer);

// Clears n->on_way where something is on the way, or may be: of the links of our components.
void split_clear_on_way(struct network *n);
// Adds to n->on_way what other processes have on the way, or in their buffers, of what our ports
// have sent to them. Depths of buffers are then credits and this.
void split_add_on_way(struct network *n);

// Tells all of the processes what one of them has found.
bool split_find(struct network *n, bool here, network_place_t *place);

// False in all processes if it is in one, with the error of the first of them.
bool split_agree(struct network *n, bool ok, noc_error_t *error);

#endif
