// decode -- see decode.h.

#include "lockstep/decode.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Adds to a text that has room for DECODE_TEXT characters.
__attribute__((format(printf, 2, 3))) static void append(char *out, const char *format, ...) {
  const size_t used = strlen(out);
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(out + used, DECODE_TEXT - used, format, arguments);
  va_end(arguments);
}

const char *decode_kind(unsigned kind) {
  static const char *const kNames[] = {"body", "head", "tail", "single"};
  return kNames[kind & 3u];
}

void decode_port(network_t *n, uint32_t router, unsigned port, char out[DECODE_TEXT]) {
  static const char *const kDimensions = "xyzuvw";
  const topology_t *t = network_topology(n);
  const int32_t peer = t->peer_router[(size_t)router * t->ports + port];
  const unsigned routing = network_shape(n)->routing;
  const unsigned direction = port - t->nodes_per_router;
  uint32_t node = 0;
  char name[64];
  if (topology_node_at(t, router, port, &node)) {
    (void)snprintf(out, DECODE_TEXT, "%u (node %u)", port, node);
  } else if (routing == ROUTE_MESH || routing == ROUTE_TORUS) {
    (void)snprintf(out, DECODE_TEXT, "%u (%c%c)", port, (direction % 2 == 0) ? '+' : '-',
                   kDimensions[direction / 2]);
  } else if (peer >= 0) {
    (void)snprintf(out, DECODE_TEXT, "%u (to %.40s)", port,
                   topology_router_name(t, (uint32_t)peer, name, sizeof name));
  } else {
    (void)snprintf(out, DECODE_TEXT, "%u (open)", port);
  }
}

void decode_element(network_t *n, uint32_t id, const bundle_field_t *f, uint32_t index,
                    char out[DECODE_TEXT]) {
  const noc_shape_t *s = network_shape(n);
  const dimension_place_t place = dimensions_place(f->by, s, index);
  out[0] = '\0';
  for (unsigned k = 0; k < place.count; k++) {
    const dimension_t d = place.at[k].dimension;
    const dimension_info_t *info = dimension_info(d);
    if (info->index == INDEX_PART && dimension_count(d, s) == 1) {
      continue;  // the whole
    }
    append(out, "%s%s ", k > 0 ? ", " : "", info->word);
    if (info->index == INDEX_PORT) {
      char port[DECODE_TEXT];
      decode_port(n, id, place.at[k].index, port);
      append(out, "%.64s", port);
    } else {
      append(out, "%u", place.at[k].index);
    }
  }
}

static void print_binary(uint64_t value, unsigned bits, char out[DECODE_TEXT]) {
  int used = snprintf(out, DECODE_TEXT, "0b");
  for (unsigned b = bits; b-- > 0;) {
    out[used++] = (value >> b & 1u) ? '1' : '0';
  }
  out[used] = '\0';
}

// A tag is {need, class, port, kind} in a router, with late routes and lookahead {next, need, ..},
// and {need, kind} in an interface.
static void print_tag(const noc_shape_t *s, component_t component, uint64_t tag,
                      char out[DECODE_TEXT]) {
  const unsigned kind_bits = 2;
  const unsigned port_bits = (component == COMPONENT_ROUTER) ? s->port_w : 0;
  const unsigned port = (unsigned)(tag >> kind_bits) & ((1u << port_bits) - 1);
  const unsigned class_bits = (component == COMPONENT_ROUTER) ? s->class_w : 0;
  const unsigned vc_class = (unsigned)(tag >> (kind_bits + port_bits)) & ((1u << class_bits) - 1);
  const bool next = component == COMPONENT_ROUTER && s->late && s->look;
  const unsigned need_mask = next ? (1u << s->len_w) - 1 : UINT32_MAX;
  const unsigned need = (unsigned)(tag >> (kind_bits + port_bits + class_bits)) & need_mask;
  char of_class[32] = "";
  if (class_bits > 0 && vc_class < s->classes) {
    (void)snprintf(of_class, sizeof of_class, " class %u", vc_class);
  }
  if (component == COMPONENT_ROUTER && s->late && !s->look) {
    (void)snprintf(out, DECODE_TEXT, "%#llx (%s, route to come, needs %u)", (unsigned long long)tag,
                   decode_kind((unsigned)tag & 3u), need);
  } else if (component == COMPONENT_ROUTER) {
    (void)snprintf(out, DECODE_TEXT, "%#llx (%s, output port %u%s, needs %u)",
                   (unsigned long long)tag, decode_kind((unsigned)tag & 3u), port, of_class, need);
  } else {
    (void)snprintf(out, DECODE_TEXT, "%#llx (%s, needs %u)", (unsigned long long)tag,
                   decode_kind((unsigned)tag & 3u), need);
  }
}

// A route is {class, port}; in_next has a bit above it, which says that there is one.
static void print_route(const noc_shape_t *s, bool is_next, uint64_t value, char out[DECODE_TEXT]) {
  const unsigned port = (unsigned)value & ((1u << s->port_w) - 1);
  const unsigned vc_class = (unsigned)(value >> s->port_w) & ((1u << s->class_w) - 1);
  const bool none = is_next && value >> (s->port_w + s->class_w) == 0;
  (void)snprintf(out, DECODE_TEXT, "%#llx (", (unsigned long long)value);
  if (none) {
    append(out, "no head)");
  } else if (s->class_w > 0 && vc_class < s->classes) {
    append(out, "output port %u class %u)", port, vc_class);
  } else {
    append(out, "output port %u)", port);
  }
}

// "block 3", or "coded, blocks 3 and 4".
static void print_blocks(bool coded, unsigned a, unsigned b, char *out, size_t size) {
  if (coded) {
    (void)snprintf(out, size, "coded, blocks %u and %u", a, b);
  } else {
    (void)snprintf(out, size, "block %u", a);
  }
}

// The tag of an operand is {flits, name b, name a, coded}.
static void print_operand(const noc_shape_t *s, uint64_t tag, char out[DECODE_TEXT]) {
  const uint64_t names = (UINT64_C(1) << s->name_w) - 1;
  const unsigned a = (unsigned)(tag >> 1 & names);
  const unsigned b = (unsigned)(tag >> (1 + s->name_w) & names);
  char blocks[48];
  print_blocks((tag & 1u) != 0, a, b, blocks, sizeof blocks);
  (void)snprintf(out, DECODE_TEXT, "%#llx (%s, %u flits)", (unsigned long long)tag, blocks,
                 (unsigned)(tag >> (1 + 2 * s->name_w)));
}

void decode_value(network_t *n, component_t component, const bundle_field_t *f, uint64_t value,
                  char out[DECODE_TEXT]) {
  const unsigned long long v = value;
  const size_t length = strlen(f->name);
  if (length > 4 && strcmp(f->name + length - 4, "_tag") == 0 && f->name[0] == 'x') {
    print_operand(network_shape(n), value, out);
  } else if (length > 4 && strcmp(f->name + length - 4, "_tag") == 0) {
    print_tag(network_shape(n), component, value, out);
  } else if (strcmp(f->name, "wr_late") == 0 || strcmp(f->name, "in_next") == 0) {
    print_route(network_shape(n), f->name[0] == 'i', value, out);
  } else if (strcmp(f->radix, "kind") == 0) {
    (void)snprintf(out, DECODE_TEXT, "%llu (%s)", v, decode_kind((unsigned)value));
  } else if (strcmp(f->radix, "bin") == 0) {
    print_binary(value, f->bits, out);
  } else if (strcmp(f->radix, "hex") == 0) {
    (void)snprintf(out, DECODE_TEXT, "0x%0*llx", (f->bits + 3) / 4, v);
  } else {
    (void)snprintf(out, DECODE_TEXT, "%llu", v);
  }
}

static void print_node(network_t *n, uint32_t address, char out[DECODE_TEXT]) {
  const uint32_t node = network_node(n, address);
  if (node == UINT32_MAX) {
    (void)snprintf(out, DECODE_TEXT, "no node (address %#x)", address);
  } else {
    (void)snprintf(out, DECODE_TEXT, "node %u", node);
  }
}

// From where to where, by the type of the packet.
static void print_way(network_t *n, const packet_head_t *head, char out[DECODE_TEXT]) {
  char from[DECODE_TEXT];
  char to[DECODE_TEXT];
  print_node(n, head->source, from);
  print_node(n, head->destination, to);
  out[0] = '\0';
  if (packet_is_worm(head->type)) {
    append(out, "%s worm of %.40s", head->type == PACKET_TREE_WORM ? "tree" : "path", from);
  } else if (head->type == PACKET_FORWARDED) {
    append(out, "multicast of %.40s to %.40s, to be forwarded", from, to);
  } else if (head->type == PACKET_FORWARDED_LAST) {
    append(out, "multicast of %.40s to %.40s, forwarded last", from, to);
  } else {
    append(out, "%.40s to %.40s", from, to);
  }
}

void decode_head(network_t *n, const uint64_t *payload, char out[DECODE_TEXT]) {
  const noc_shape_t *s = network_shape(n);
  packet_head_t head;
  packet_unpack(s, payload, &head);
  print_way(n, &head, out);
  append(out, ", message %u", head.message);
  if (head.type == PACKET_FORWARDED || head.type == PACKET_FORWARDED_LAST) {
    append(out, ", row %u", head.message >> s->forward_lsb);
  }
  append(out, ", %u flits", head.length);
  if (head.headers != 0) {
    append(out, " and %u header flit%s", head.headers, head.headers == 1 ? "" : "s");
  }
  if (head.slot != 0) {
    char blocks[48];
    print_blocks(head.type == PACKET_CODED, head.operand_a, head.operand_b, blocks, sizeof blocks);
    append(out, ", for slot %u: %s", head.slot, blocks);
  }
}

// The nodes of a string's word; those that find no room are counted.
static void print_string(network_t *n, unsigned word, const uint64_t *payload,
                         char out[DECODE_TEXT]) {
  enum { NODES_SHOWN = 16 };
  const noc_shape_t *s = network_shape(n);
  unsigned nodes = 0;
  for (unsigned b = 0; b < s->flit_bits; b++) {
    if (packet_field(payload, b, 1) != 0 && nodes++ < NODES_SHOWN) {
      append(out, "%s%u", nodes == 1 ? ", to nodes " : ", ", word * s->flit_bits + b);
    }
  }
  if (nodes == 0) {
    append(out, ", to no node");
  } else if (nodes > NODES_SHOWN) {
    append(out, " and %u more", nodes - NODES_SHOWN);
  }
}

static void print_pairs(network_t *n, const uint64_t *payload, char out[DECODE_TEXT]) {
  const noc_shape_t *s = network_shape(n);
  const char *before = ", pairs: ";
  for (unsigned at = 0; at + s->pair_w <= s->flit_bits; at += s->pair_w) {
    const unsigned ports = (unsigned)packet_field(payload, at + s->addr_w, s->ports);
    char node[DECODE_TEXT];
    if (ports == 0) {
      break;
    }
    print_node(n, (uint32_t)packet_field(payload, at, s->addr_w), node);
    append(out, "%s%.40s by ports %#x", before, node, ports);
    if (s->class_w > 0) {
      const unsigned vc_class =
          (unsigned)packet_field(payload, at + s->addr_w + s->ports, s->class_w);
      if (vc_class < s->classes) {
        append(out, " class %u", vc_class);
      }
    }
    before = ", ";
  }
}

void decode_header(network_t *n, unsigned type, unsigned word, const uint64_t *payload,
                   char out[DECODE_TEXT]) {
  (void)snprintf(out, DECODE_TEXT, "header flit");
  if (type == PACKET_TREE_WORM) {
    print_string(n, word, payload, out);
  } else if (type == PACKET_PATH_WORM) {
    print_pairs(n, payload, out);
  }
}

void decode_child(network_t *n, uint32_t index, uint64_t data, char out[DECODE_TEXT]) {
  const unsigned children = network_shape(n)->forward_children;
  char node[DECODE_TEXT];
  print_node(n, (uint32_t)(data >> 2), node);
  (void)snprintf(out, DECODE_TEXT, "row %u, child %u: %.40s%s%s", index / children,
                 index % children, node, (data & 2u) != 0 ? ", which passes it on to nobody" : "",
                 (data & 1u) != 0 ? ", more follow" : "");
}

// Which field says what kind of flit a payload is of.
static unsigned payload_kind(const bundle_layout_t *layout, const char *field, uint32_t flit,
                             const uint32_t *words) {
  static const char *const kKindOf[][2] = {{"out_payload", "out_kind"},
                                           {"wr_payload", "wr_tag"},
                                           {"inj_wr_payload", "inj_wr_tag"},
                                           {"ej_wr_payload", "ej_wr_kind"}};
  for (size_t i = 0; i < sizeof kKindOf / sizeof *kKindOf; i++) {
    if (strcmp(kKindOf[i][0], field) != 0) {
      continue;
    }
    for (unsigned k = 0; k < layout->n_fields; k++) {
      if (layout->field[k].kind != FIELD_IN && strcmp(layout->field[k].name, kKindOf[i][1]) == 0) {
        return (unsigned)bundle_element(&layout->field[k], words, flit) & 3u;
      }
    }
  }
  return KIND_BODY;
}

bool decode_payload(network_t *n, const bundle_layout_t *layout, const bundle_field_t *f,
                    uint32_t index, const uint32_t *words, char out[DECODE_TEXT]) {
  const noc_shape_t *s = network_shape(n);
  const dimension_place_t place = dimensions_place(f->by, s, index);
  out[0] = '\0';
  if (place.count == 0 || place.at[place.count - 1].dimension != DIMENSION_WORD) {
    return false;
  }
  const uint32_t flit = index / s->words;  // of those of the field: of a port, a network, a stage
  uint64_t payload[SHAPE_MAX_WORDS] = {0};
  int used = snprintf(out, DECODE_TEXT, "0x");
  for (unsigned w = s->words; w-- > 0;) {
    payload[w] = bundle_element(f, words, flit * s->words + w);
    used += snprintf(out + used, (size_t)(DECODE_TEXT - used), "%0*llx", (int)(s->word_bits / 4),
                     (unsigned long long)payload[w]);
  }
  const unsigned kind = payload_kind(layout, f->name, flit, words);
  if ((kind & KIND_HEAD) != 0) {
    char head[DECODE_TEXT];
    decode_head(n, payload, head);
    (void)snprintf(out + used, (size_t)(DECODE_TEXT - used), " (%.160s)", head);
  }
  return true;
}
