// decode -- values of fields and flits as text for people.

#ifndef NOC_DECODE_H
#define NOC_DECODE_H

#include <stddef.h>

#include "network/network.h"

enum { DECODE_TEXT = 256 };

// "body", "head", "tail", "single".
const char *decode_kind(unsigned kind);

// "3 (-y)" or "0 (node 12)": a router's port.
void decode_port(network_t *n, uint32_t router, unsigned port, char out[DECODE_TEXT]);

// "port 3 (-y), VC 2", or "" for a field of one element:
// where an element is in the dimensions of its field.
void decode_element(network_t *n, uint32_t id, const bundle_field_t *f, uint32_t index,
                    char out[DECODE_TEXT]);

// The value in the field's radix; tags and kinds with what they mean.
void decode_value(network_t *n, component_t component, const bundle_field_t *f, uint64_t value,
                  char out[DECODE_TEXT]);

// "node 3 to node 12, message 17, 4 flits": the head flit's fields. "tree worm of node 2, message
// 0, 4 flits and 1 header flit": the destination of worms is not read.
void decode_head(network_t *n, const uint64_t *payload, char out[DECODE_TEXT]);

// "header flit, to nodes 1, 3 and 5" (a tree worm: the bits of its string) or "header flit, pairs:
// node 4 by ports 0x5 class 0": header flit number `word` of a worm of this packet_type_t.
void decode_header(network_t *n, unsigned type, unsigned word, const uint64_t *payload,
                   char out[DECODE_TEXT]);

// "row 3, child 1: node 5, more follow": a word of an interface's child table.
void decode_child(network_t *n, uint32_t index, uint64_t data, char out[DECODE_TEXT]);

// A payload field's element in its flit: the whole payload in hex, and the head decoded if the
// words say that the flit is one. Returns false, and out is empty, for fields that are no payload.
bool decode_payload(network_t *n, const bundle_layout_t *layout, const bundle_field_t *f,
                    uint32_t index, const uint32_t *words, char out[DECODE_TEXT]);

#endif
