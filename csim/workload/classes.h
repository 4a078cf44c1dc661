// classes -- the classes of traffic of a workload and the answers to their packets: the source
// queues of all nodes, and what a node sends next.
//
// Every class, and the answers of every class that has some, is a stream. A stream has a virtual
// network of its own or shares one; of the streams of a network the oldest packet goes first. The
// one class of a scenario without a list is spread over all networks, packet by packet.

#ifndef NOC_CLASSES_H
#define NOC_CLASSES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/node_set.h"
#include "base/statistics.h"
#include "setup/scenario.h"
#include "workload/source.h"
#include "workload/traffic.h"

enum { STREAMS = 2 * SCENARIO_CLASSES };

// The input of a class, made before there is a network.
typedef struct class_input {
  uint32_t *image;  // [nodes] destinations, or NULL
  node_set_t hot;   // empty without hotspots
} class_input_t;

// [s->classes], NULL after an error; files are read here. Free with class_input_free().
class_input_t *class_input_read(const scenario_t *s, noc_error_t *error);
void class_input_free(const scenario_t *s, class_input_t *input);

// Flits of the longest packet or answer.
unsigned classes_longest(const scenario_t *s);

// The counts of a stream.
typedef struct {
  uint8_t network;
  uint64_t packets_started, packets_delivered;  // started: out of the source queue
  uint64_t flits_started, flits_delivered;
  uint64_t window_flits_started, window_flits_taken;
  histogram_t latency, network_latency;
} stream_t;

typedef struct classes classes_t;

// The scenario, the input and the network (NULL: all nodes are one thread's) outlive the classes;
// `active` has a bit a node, set when its queue fills.
classes_t *classes_create(const scenario_t *s, const class_input_t *input, uint64_t *active,
                          const network_t *n, noc_error_t *error);

// Counting by stream is worth while: there are several classes, or answers.
bool classes_many(const classes_t *c);
// Class i is stream i; its answers are stream `classes + i`.
unsigned classes_streams(const classes_t *c);
stream_t *classes_stream(classes_t *c, unsigned stream);
// Adds what `from` has counted to `to`, and begins `from` anew.
void stream_merge(stream_t *to, stream_t *from);

// Frees the classes when it is freed.
source_t classes_source(classes_t *c);

// The packets of the stream are answered; they are answers.
bool classes_answered(const classes_t *c, unsigned stream);
bool classes_answering(const classes_t *c, unsigned stream);
// The network of a stream's packets or, if these are answers, of what they answer.
unsigned classes_request_network(const classes_t *c, unsigned stream);

// Sums what was created in one stream in the cycles from .. to-1 and is still in a source queue.
traffic_sum_t classes_queued(const classes_t *c, unsigned stream, uint64_t from, uint64_t to);

#endif
