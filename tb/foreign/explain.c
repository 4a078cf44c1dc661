// explain -- the rule that is broken, in words; see bank_state.h.

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "foreign/bank_state.h"

static const char *port_name(const foreign_bank_t *b, unsigned port) {
  return port < b->map->ports ? b->map->port_name[port] : "?";
}

static char *module_name(const foreign_bank_t *b, uint32_t module, unsigned port, char *out,
                         size_t size) {
  uint32_t router = 0;
  char name[64];
  if (b->map->network) {
    (void)snprintf(out, size, "end %s", port_name(b, port));
    return out;
  }
  router = b->bank.config.ids[module];
  (void)snprintf(out, size, "router %s",
                 topology_router_name(b->topology, router, name, sizeof name));
  if (port < b->map->ports) {
    const size_t length = strlen(out);
    (void)snprintf(out + length, size - length, " port %s", port_name(b, port));
  }
  return out;
}

static char *end_name(const foreign_bank_t *b, const link_t *l, char *out, size_t size) {
  const end_t *e = l->end != kNone ? &b->end[l->end] : NULL;
  if (e == NULL) {
    (void)snprintf(out, size, "nowhere");
  } else if (e->node != kNone) {
    (void)snprintf(out, size, "node %" PRIu32, e->node);
  } else {
    (void)snprintf(out, size, "nocstep's router");
  }
  return out;
}

char *explain_link(const foreign_bank_t *b, const link_t *l, char *out, size_t size) {
  char from[80];
  char to[80];
  (void)(l->from != kNone ? module_name(b, l->from, l->from_port, from, sizeof from)
                          : end_name(b, l, from, sizeof from));
  (void)(l->to != kNone ? module_name(b, l->to, l->to_port, to, sizeof to)
                        : end_name(b, l, to, sizeof to));
  (void)snprintf(out, size, "%s to %s", from, to);
  return out;
}

char *explain_packet(const foreign_bank_t *b, const packet_t *packet, char *out, size_t size) {
  (void)b;
  (void)snprintf(
      out, size,
      "packet %" PRIu32 " of node %" PRIu32 " to node %" PRIu32 " (%" PRIu32 " flits, VC %u)",
      packet->head.message, packet->source, packet->destination, packet->flits, packet->vc);
  return out;
}

bool explain_break(foreign_bank_t *b, rule_t rule, const link_t *l, bool by_receiver, unsigned vc,
                   const packet_t *packet, const char *format, ...) {
  const rule_row_t *row = rule_row(rule);
  bank_rule_t *broken = &b->broken;
  if (broken->name != NULL) {  // the first one is told
    return false;
  }
  *broken = (bank_rule_t){.name = row->name,
                          .status = row->status,
                          .cycle = b->cycle,
                          .router = 0,
                          .port = kNone,
                          .vc = vc};
  char text[560];
  char where[200] = "";
  va_list list;
  va_start(list, format);
  (void)vsnprintf(text, sizeof text, format, list);
  va_end(list);
  if (l != NULL) {
    by_receiver = (by_receiver && l->to != kNone) || l->from == kNone;
    const uint32_t module = by_receiver ? l->to : l->from;
    const unsigned port = by_receiver ? l->to_port : l->from_port;
    if (module != kNone && port < b->map->ports) {
      broken->port = ways_router(b, module, port, &broken->router);
    } else if (module != kNone && !b->map->network) {
      broken->router = b->bank.config.ids[module];
    }
    if (module != kNone) {
      (void)module_name(b, module, port, where, sizeof where);
    }
  }
  const size_t length = strlen(where);
  if (vc != kNone && length + 8 < sizeof where) {
    (void)snprintf(where + length, sizeof where - length, " VC %u", vc);
  }
  (void)snprintf(broken->text, sizeof broken->text, "%s%s%s", where, where[0] != '\0' ? ": " : "",
                 text);
  b->broken_link = rule == RULE_ASSERTION ? NULL : l;
  b->broken_packet = packet;
  return false;
}

static void print_way(const foreign_bank_t *b, const packet_t *packet, FILE *out) {
  char name[200];
  (void)fprintf(out, "  %s came to its end in cycle %" PRIu64 "\n",
                explain_packet(b, packet, name, sizeof name), packet->since);
  for (uint32_t i = 0; i < packet->steps; i++) {
    const packet_step_t *step = &packet->way[i];
    (void)fprintf(out, "    cycle %" PRIu64 ": %s, VC %u\n", step->cycle,
                  explain_link(b, &b->link[step->link], name, sizeof name), step->vc);
  }
}

static void print_last(const foreign_bank_t *b, const link_t *l, FILE *out) {
  char name[200];
  (void)fprintf(out, "  flits that moved last from %s:\n", explain_link(b, l, name, sizeof name));
  const uint32_t first = l->lasts > LINK_LAST ? l->lasts - LINK_LAST : 0;
  for (uint32_t i = first; i < l->lasts; i++) {
    const link_last_t *f = &l->last[i % LINK_LAST];
    (void)fprintf(out, "    cycle %" PRIu64 ": VC %u, %s, 0x%" PRIx64, f->cycle, f->vc,
                  f->head   ? (f->tail ? "single" : "head")
                  : f->tail ? "tail"
                            : "body",
                  f->payload);
    if (f->packet != NULL) {
      (void)fprintf(out,
                    ", flit %" PRIu32 " of packet %" PRIu32 " of node %" PRIu32 " to node %" PRIu32,
                    f->position + 1, f->message, f->source, f->destination);
    }
    (void)fputc('\n', out);
  }
  if (l->lasts == 0) {
    (void)fprintf(out, "    none\n");
  }
}

void explain(const foreign_bank_t *b, FILE *out) {
  if (b->broken_packet != NULL) {
    print_way(b, b->broken_packet, out);
  }
  if (b->broken_link != NULL) {
    print_last(b, b->broken_link, out);
  }
}
