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

// "port 3 (-y), VC 2", or "" for a field of one element.
void decode_element(network_t *n, component_t component, uint32_t id, const bundle_field_t *f,
                    uint32_t index, char out[DECODE_TEXT]);

// The value in the field's radix; tags and kinds with what they mean.
void decode_value(network_t *n, component_t component, const bundle_field_t *f, uint64_t value,
                  char out[DECODE_TEXT]);

// "node 3 to node 12, message 17, 4 flits": the head flit's fields.
void decode_head(network_t *n, const uint64_t *payload, char out[DECODE_TEXT]);

// A payload field's element in its flit: the whole payload in hex, and the head decoded if the
// words say that the flit is one. Returns false, and out is empty, for fields that are no payload.
bool decode_payload(network_t *n, component_t component, const bundle_layout_t *layout,
                    const bundle_field_t *f, uint32_t index, const uint32_t *words,
                    char out[DECODE_TEXT]);

#endif
