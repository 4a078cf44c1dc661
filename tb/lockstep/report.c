// report -- see report.h.

#include "lockstep/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/decode.h"
#include "lockstep/factory.h"
#include "lockstep/unit_of.h"

// One component, and what is printed about it.
typedef struct {
  FILE *out;
  network_t *network;
  const bank_mismatch_t *mismatch;
  const culprit_t *culprit;  // NULL: not found
  bank_t *bank;
  uint32_t member;
  uint32_t *rtl, *golden;  // compared words
} report_t;

static void print_component(const report_t *r) {
  const topology_t *t = network_topology(r->network);
  char name[64];
  if (r->mismatch->component == COMPONENT_ROUTER) {
    (void)fprintf(r->out, "router %s", topology_router_name(t, r->mismatch->id, name, sizeof name));
  } else {
    topology_place_t place;
    (void)topology_injection(t, r->mismatch->id, &place, 1);
    (void)fprintf(r->out, "interface of node %u (at router %s)", r->mismatch->id,
                  topology_router_name(t, place.router, name, sizeof name));
  }
}

static const char *kind_word(const bundle_field_t *f) {
  switch (f->kind) {
    case FIELD_OUT:
      return "output";
    case FIELD_REG:
      return "register";
    default:
      return "memory port";
  }
}

static void print_side(const report_t *r, const char *side, const uint32_t *words, uint64_t value) {
  const bank_mismatch_t *m = r->mismatch;
  char text[DECODE_TEXT];
  if (!decode_payload(r->network, &r->bank->layout, m->field, m->index, words, text)) {
    decode_value(r->network, m->component, m->field, value, text);
  }
  (void)fprintf(r->out, "  %-10s %s\n", side, text);
}

// Prints the field in which the whole or one of its units differs, with both values.
static void print_difference(network_t *n, component_t component, const inside_difference_t *d,
                             FILE *out) {
  char rtl[DECODE_TEXT];
  char golden[DECODE_TEXT];
  decode_value(n, component, &d->field, d->rtl, rtl);
  decode_value(n, component, &d->field, d->golden, golden);
  (void)fprintf(out, "%s differs", d->field.name);
  if (d->field.count > 1) {
    (void)fprintf(out, ", element %" PRIu32 " of %" PRIu32, d->index, d->field.count);
  }
  (void)fprintf(out, ": RTL %s, golden %s", rtl, golden);
}

void mismatch_evidence(network_t *n, const culprit_t *c, char text[EVIDENCE_TEXT]) {
  const component_t component = network_mismatch(n)->component;
  const inside_difference_t *d = &c->differs;
  text[0] = '\0';
  FILE *out = fmemopen(text, EVIDENCE_TEXT, "w");
  if (out == NULL) {
    return;
  }
  if (c->after_reset) {
    (void)fprintf(out, "reset leaves another value: ");
  } else {
    (void)fprintf(out, "cycle %" PRIu64 ": ", c->cycle);
  }
  if (d->field.name == NULL) {
    (void)fprintf(out,
                  "every unit does what it should with its inputs, and this file's assertion "
                  "fires");
  } else {
    if (d->whole && !c->after_reset) {
      (void)fprintf(out, "every unit does what it should with its inputs, but of the whole ");
    } else if (!c->after_reset) {
      (void)fprintf(out, "its inputs agree, ");
    }
    print_difference(n, component, d, out);
  }
  if (d->path[0] != '\0') {
    (void)fprintf(out, " (%s)", d->path);
  }
  (void)fclose(out);
  text[EVIDENCE_TEXT - 1] = '\0';
}

// Whose fault it is.
static void print_unit(const report_t *r) {
  const bank_mismatch_t *m = r->mismatch;
  char evidence[EVIDENCE_TEXT];
  if (r->culprit != NULL) {
    mismatch_evidence(r->network, r->culprit, evidence);
    (void)fprintf(r->out, "  %-10s %s, %s\n", "unit", r->culprit->unit, r->culprit->source);
    (void)fprintf(r->out, "  %-10s %s\n", "evidence", evidence);
  } else if (strcmp(m->field->name, "assertion") != 0) {
    const unit_t unit = unit_of(m->component, network_shape(r->network), m->field);
    (void)fprintf(r->out, "  %-10s %s, %s\n", "unit", unit.name, unit.source);
  }
}

static void print_first(const report_t *r) {
  const bank_mismatch_t *m = r->mismatch;
  char element[DECODE_TEXT];
  decode_element(r->network, m->id, m->field, m->index, element);
  if (m->after_reset) {
    (void)fprintf(r->out, "mismatch after reset, ");
  } else {
    (void)fprintf(r->out, "mismatch in cycle %" PRIu64 ", ", m->cycle);
  }
  print_component(r);
  (void)fprintf(r->out, ": %s %s%s%s\n\n", kind_word(m->field), m->field->name,
                (element[0] != '\0') ? ", " : "", element);
  print_unit(r);
  (void)fprintf(r->out, "  %-10s %s\n", "meaning", m->field->meaning);
  (void)fprintf(r->out, "  %-10s %" PRIu32 " of %" PRIu32 ", %u bits\n", "element", m->index,
                m->field->count, m->field->bits);
  (void)fprintf(r->out, "  %-10s %s\n", "seen",
                m->after_reset                   ? "before the first cycle"
                : (m->field->kind == FIELD_WIRE) ? "in that cycle, before its clock edge"
                                                 : "after the clock edge that ends that cycle");
  print_side(r, "RTL", r->rtl, m->rtl);
  print_side(r, "golden", r->golden, m->golden);
}

static void print_other(const report_t *r, const bundle_field_t *f, uint32_t e) {
  char element[DECODE_TEXT];
  char rtl[DECODE_TEXT];
  char golden[DECODE_TEXT];
  const component_t component = r->mismatch->component;
  decode_element(r->network, r->mismatch->id, f, e, element);
  decode_value(r->network, component, f, bundle_element(f, r->rtl, e), rtl);
  decode_value(r->network, component, f, bundle_element(f, r->golden, e), golden);
  (void)fprintf(r->out, "  %-16s %-20s RTL %s, golden %s\n", f->name, element, rtl, golden);
}

static void print_others(const report_t *r) {
  enum { OTHERS_SHOWN = 40 };
  unsigned others = 0;
  for (unsigned i = 0; i < r->bank->layout.n_fields; i++) {
    const bundle_field_t *f = &r->bank->layout.field[i];
    for (uint32_t e = 0; f->kind != FIELD_IN && e < f->count; e++) {
      const bool first = f == r->mismatch->field && e == r->mismatch->index;
      if (first || bundle_element(f, r->rtl, e) == bundle_element(f, r->golden, e)) {
        continue;
      }
      if (others == 0) {
        (void)fprintf(r->out, "\nalso different\n");
      }
      if (others++ < OTHERS_SHOWN) {
        print_other(r, f, e);
      }
    }
  }
  if (others > OTHERS_SHOWN) {
    (void)fprintf(r->out, "  and %u more\n", others - OTHERS_SHOWN);
  }
}

static void print_assertion(const report_t *r) {
  const char *text = bank_assertion(r->bank, r->member);
  (void)fprintf(r->out, "assertion of the RTL in cycle %" PRIu64 ", ", r->mismatch->cycle);
  print_component(r);
  (void)fprintf(r->out, "\n\n  %s\n", (text != NULL) ? text : "unknown");
  print_unit(r);
}

// "node 3 to node 12, message 17, 4 flits" of a head, what a header flit says, the data of another.
static void print_payload(const report_t *r, const event_t *e) {
  const noc_shape_t *s = network_shape(r->network);
  const bool on_link = e->kind == EVENT_FLIT_IN || e->kind == EVENT_FLIT_OUT;
  if (on_link && (e->flit & KIND_HEAD) != 0) {
    char head[DECODE_TEXT];
    decode_head(r->network, e->payload, head);
    (void)fprintf(r->out, "%s", head);
    return;
  }
  if (e->worm != 0) {
    char header[DECODE_TEXT];
    decode_header(r->network, e->worm, e->word, e->payload, header);
    (void)fprintf(r->out, "%s", header);
    return;
  }
  if (e->kind == EVENT_FORWARD && e->flit == KIND_HEAD) {
    const unsigned row = (unsigned)e->message >> s->forward_lsb;
    (void)fprintf(r->out, "multicast, message %u, row %u, %u flits, ", e->message, row, e->flits);
  }
  (void)fprintf(r->out, "data 0x");
  for (unsigned w = s->words; w-- > 0;) {
    (void)fprintf(r->out, "%0*" PRIx64, (int)(s->word_bits / 4), e->payload[w]);
  }
  if (e->kind == EVENT_DELIVERY) {
    const uint32_t node = network_node(r->network, e->source);
    (void)fprintf(r->out, ", message %u of node %" PRIu32, e->message, node);
  }
}

// Prints what the host tells its XOR unit, or the unit its host.
static void print_coding(const report_t *r, const event_t *e) {
  if (e->kind != EVENT_COMMAND) {
    (void)fprintf(r->out, "slot %u", e->slot);
    if (e->kind == EVENT_FILLED) {
      const uint32_t node = network_node(r->network, e->source);
      (void)fprintf(r->out, ", message %u of node %" PRIu32, e->message, node);
    }
  } else if (e->op == COMMAND_XOR) {
    (void)fprintf(r->out, "slot %u = slot %u XOR slot %u", e->slot, e->a, e->b);
  } else if (e->op == COMMAND_LOAD) {
    (void)fprintf(r->out, "load slot %u, block %" PRIu32, e->slot, e->name);
  } else {
    (void)fprintf(r->out, "open slot %u", e->slot);
  }
}

// A flit of an exclusive or.
static void print_result(const report_t *r, const event_t *e) {
  (void)fprintf(r->out, "slot %u  %-6s  block %" PRIu32 ", ", e->slot, decode_kind(e->flit),
                e->name);
  print_payload(r, e);
  (void)fprintf(r->out, "\n");
}

// A flit, a credit or a beat.
static void print_on_vc(const report_t *r, const event_t *e) {
  const bool credit = e->kind == EVENT_CREDIT_IN || e->kind == EVENT_CREDIT_OUT;
  const bool beat = e->kind == EVENT_BEAT || e->kind == EVENT_FORWARD;
  (void)fprintf(r->out, "%s %-*u", beat ? "network" : "VC", credit ? 0 : 2, e->vc);
  if (!credit) {
    (void)fprintf(r->out, " %-6s  ", beat ? "" : decode_kind(e->flit));
    print_payload(r, e);
  }
}

static void print_event(const report_t *r, const event_t *e, bool last) {
  static const char *const kWhat[] = {"flit in",   "flit out", "credit in", "credit out",
                                      "host beat", "delivery", "command",   "filled",
                                      "XORed",     "forward",  "child",     "result"};
  char port[DECODE_TEXT] = "";
  if (r->mismatch->component == COMPONENT_ROUTER) {
    decode_port(r->network, r->mismatch->id, e->port, port);
  }
  (void)fprintf(r->out, "%s %10" PRIu64 "  %-10s  %-12s ", last ? "->" : "  ", e->cycle,
                kWhat[e->kind], port);
  if (e->kind == EVENT_COMMAND || e->kind == EVENT_FILLED || e->kind == EVENT_XORED) {
    print_coding(r, e);
    (void)fprintf(r->out, "\n");
    return;
  }
  if (e->kind == EVENT_RESULT) {
    print_result(r, e);
    return;
  }
  if (e->kind == EVENT_CHILD) {
    char child[DECODE_TEXT];
    decode_child(r->network, e->name, e->payload[0], child);
    (void)fprintf(r->out, "%s\n", child);
    return;
  }
  print_on_vc(r, e);
  (void)fprintf(r->out, "\n");
}

static void print_events(const report_t *r) {
  const events_t *events = bank_events(r->bank);
  event_t last[EVENTS_KEPT];
  if (events == NULL) {
    return;
  }
  const unsigned count = events_last(events, r->member, last);
  (void)fprintf(r->out, "\nlast %u events of ", count);
  print_component(r);
  (void)fprintf(r->out,
                ", golden outputs (an output is on the pins in the cycle after the clock "
                "edge that set it)\n");
  for (unsigned i = 0; i < count; i++) {
    print_event(r, &last[i], i + 1 == count);
  }
}

void mismatch_report(FILE *out, network_t *n, const culprit_t *culprit, const char *repro_line) {
  report_t r = {.out = out, .network = n, .mismatch = network_mismatch(n)};
  r.culprit = culprit != NULL && culprit->found ? culprit : NULL;
  if (r.mismatch == NULL) {
    return;
  }
  r.bank = network_locate(n, r.mismatch->component, r.mismatch->id, &r.member);
  r.rtl = calloc(r.bank->layout.state_words, sizeof *r.rtl);
  r.golden = calloc(r.bank->layout.state_words, sizeof *r.golden);
  if (strcmp(r.mismatch->field->name, "assertion") == 0) {
    print_assertion(&r);
  } else if (r.rtl != NULL && r.golden != NULL) {
    r.bank->ops->state(r.bank, r.member, true, r.rtl);
    r.bank->ops->state(r.bank, r.member, false, r.golden);
    print_first(&r);
    print_others(&r);
  }
  print_events(&r);
  if (repro_line != NULL) {
    (void)fprintf(out, "\nreproduce: %s\n", repro_line);
  }
  free(r.rtl);
  free(r.golden);
}
