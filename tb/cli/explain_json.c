// explain_json -- see explain.h.

#include "cli/explain.h"

static json_t *value(uint64_t v) {
  return v == UINT64_MAX ? json_null() : json_integer((json_int_t)v);
}

static json_t *waits_json(const story_hop_t *h) {
  json_t *list = json_array();
  for (size_t i = 0; i < h->waits; i++) {
    const story_wait_t *w = &h->wait[i];
    (void)json_array_append_new(
        list,
        json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "reason", w->reason, "packet",
                  value(w->for_packet), "source", value(w->source), "destination",
                  value(w->destination), "since", value(w->since), "cycles", value(w->cycles)));
  }
  return list;
}

static json_t *hops_json(const story_t *s) {
  json_t *list = json_array();
  for (size_t i = 0; i < s->hops; i++) {
    const story_hop_t *h = &s->hop[i];
    (void)json_array_append_new(
        list,
        json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
                  "router", h->router, "in_port", value(h->in_port), "in_vc", value(h->in_vc),
                  "out_port", value(h->out_port), "out_vc", value(h->out_vc), "arrival",
                  value(h->arrival), "front", value(h->front), "granted", value(h->granted),
                  "first", value(h->first), "last", value(h->last), "onward", value(h->onward),
                  "cycles", value(story_between(h->arrival, h->onward)), "flits", value(h->flits),
                  "vc_before", value(h->vc_before), "waits", waits_json(h)));
  }
  return list;
}

static json_t *packet_json(const story_t *s) {
  return json_pack(
      "{s:o, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
      "id", value(s->id), "type", s->type, "result", s->result, "copy_of", value(s->copy_of),
      "caused_by", value(s->caused_by), "source", value(s->source), "injected_at",
      value(s->injected_at), "destination", value(s->destination), "message", value(s->message),
      "network", value(s->network), "flits", value(s->flits), "headers", value(s->headers),
      "created", value(s->created), "accepted", value(s->accepted), "entered", value(s->entered),
      "arrived", value(s->arrived), "head_delivered", value(s->head_delivered), "tail_delivered",
      value(s->tail_delivered));
}

json_t *explain_json(const story_t *s) {
  return json_pack("{s:s, s:o, s:o, s:o}", "schema", "nocstep.explain/1", "packet", packet_json(s),
                   "latency", value(story_between(s->created, s->tail_delivered)), "hops",
                   hops_json(s));
}
