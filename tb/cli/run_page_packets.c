// run_page_packets -- the parts of a run's page that are about packets: what those did that took
// longest, and who waits for whom where the network stands still.

#include <inttypes.h>
#include <string.h>

#include "cli/run_page.h"
#include "page/page.h"

// --- journeys ------------------------------------------------------------------------------------

bool run_page_read_stories(run_page_t *p, noc_error_t *error) {
  static const char kOldest[] =
      "SELECT id FROM packet WHERE copies = 0 ORDER BY coalesce(tail_delivered, ?1) - created "
      "DESC, "
      "id LIMIT ?2";
  const char *path = p->r->cli->events;
  if (path == NULL) {
    return true;
  }
  const uint64_t given[2] = {network_cycle(p->r->sim.network), RUN_PAGE_STORIES};
  uint64_t id[RUN_PAGE_STORIES];
  size_t count = 0;
  events_file_t *f = events_open(path, error);
  if (f == NULL) {
    return false;
  }
  (void)events_ask(f, kOldest, 2, given);
  while (count < RUN_PAGE_STORIES && events_row(f)) {
    id[count++] = events_number(f, 0);
  }
  bool ok = true;
  for (size_t i = 0; ok && i < count; i++) {
    ok = story_read(f, path, id[i], &p->story[p->stories++], error);
  }
  return events_close(f, error) && ok;
}

static void write_end(uint64_t node, FILE *out) {
  if (node == UINT64_MAX) {
    (void)fputs("several nodes", out);
  } else {
    (void)fprintf(out, "node %" PRIu64, node);
  }
}

// Cycles until the packet was delivered; of one under way, until the end of the run.
static uint64_t age_of(const story_t *s) {
  return (s->tail_delivered != UINT64_MAX ? s->tail_delivered : s->cycles) - s->created;
}

static void write_stage(const char *name, uint64_t from, uint64_t to, FILE *out) {
  if (from != UINT64_MAX) {
    (void)fprintf(out, "<tr><td>%s</td>", name);
    page_cell(from, out);
    (void)fputs("<td colspan=\"7\"></td>", out);
    page_cell(story_between(from, to), out);
    (void)fputs("<td></td></tr>\n", out);
  }
}

// The reason that a hop waited longest for.
static void write_waits(const story_hop_t *h, FILE *out) {
  const story_wait_t *most = NULL;
  for (size_t i = 0; i < h->waits; i++) {
    most = most == NULL || h->wait[i].cycles > most->cycles ? &h->wait[i] : most;
  }
  (void)fputs("<td>", out);
  if (most != NULL) {
    page_number(most->cycles, out);
    (void)fprintf(out, " for %s", most->reason);
    if (most->for_packet != UINT64_MAX) {
      (void)fprintf(out, ", packet %" PRIu64, most->for_packet);
    }
  }
  (void)fputs("</td>", out);
}

static void write_hop(const story_hop_t *h, FILE *out) {
  (void)fputs("<tr><td>", out);
  page_text(h->router, out);
  (void)fputs("</td>", out);
  page_cell(h->arrival, out);
  (void)fprintf(out, "<td class=\"n\">%" PRIu64 ".%" PRIu64 "</td><td class=\"n\">%" PRIu64 ".",
                h->in_port, h->in_vc, h->out_port);
  if (h->out_vc != UINT64_MAX) {
    (void)fprintf(out, "%" PRIu64, h->out_vc);
  } else {
    (void)fputc('-', out);
  }
  (void)fputs("</td>", out);
  page_cell(1, out);
  page_cell(story_between(h->arrival + 1, h->front), out);
  page_cell(story_between(h->front, h->granted), out);
  page_cell(story_between(h->granted, h->first), out);
  page_cell(story_between(h->first, h->onward), out);
  page_cell(story_between(h->arrival, h->onward), out);
  write_waits(h, out);
  (void)fputs("</tr>\n", out);
}

static void write_story(const story_t *s, size_t number, FILE *out) {
  (void)fprintf(out, "<article class=\"journey\" id=\"journey-%zu\">\n<h3>Packet %" PRIu64 ": ",
                number, s->id);
  write_end(s->source, out);
  (void)fputs(" to ", out);
  write_end(s->destination, out);
  (void)fputs(", ", out);
  page_number(age_of(s), out);
  (void)fprintf(out, " cycles</h3>\n<p class=\"sub\">%s, %" PRIu64 " flit%s, %s; created in cycle ",
                s->type, s->flits, s->flits == 1 ? "" : "s", s->result);
  page_number(s->created, out);
  (void)fprintf(out,
                "</p>\n<div class=\"way\" hidden=\"hidden\"></div>\n<div class=\"wide\" "
                "tabindex=\"0\"><table><thead><tr><th scope=\"col\">where</th>"
                "<th scope=\"col\" class=\"n\">cycle</th><th scope=\"col\" class=\"n\">in</th>"
                "<th scope=\"col\" class=\"n\">out</th><th scope=\"col\" class=\"n\">route</th>"
                "<th scope=\"col\" class=\"n\">queue</th><th scope=\"col\" class=\"n\">VC</th>"
                "<th scope=\"col\" class=\"n\">switch</th><th scope=\"col\" class=\"n\">link</th>"
                "<th scope=\"col\" class=\"n\">all</th><th scope=\"col\">waited longest</th></tr>"
                "</thead><tbody>\n");
  if (s->accepted != UINT64_MAX) {
    write_stage("source queue", s->created, s->accepted, out);
    write_stage("injection", s->accepted, s->entered, out);
  } else {
    write_stage("source", s->created, s->entered, out);
  }
  for (size_t i = 0; i < s->hops; i++) {
    write_hop(&s->hop[i], out);
  }
  write_stage("ejection", s->arrived, s->head_delivered, out);
  write_stage("head to tail", s->head_delivered, s->tail_delivered, out);
  (void)fputs("</tbody></table></div>\n</article>\n", out);
}

void run_page_journeys(const void *context, FILE *out) {
  const run_page_t *p = context;
  if (p->r->cli->events == NULL) {
    (void)fputs(
        "<p class=\"empty\">The run was not followed: with <code>--events FILE.sqlite</code> "
        "the packets that took longest stand here, with each stage of each hop.</p>\n",
        out);
    return;
  }
  if (p->stories == 0) {
    (void)fputs("<p class=\"empty\">No packet entered the network.</p>\n", out);
    return;
  }
  (void)fputs(
      "<p class=\"note\">The packets that took longest, as <code>nocstep explain</code> has "
      "them: cycles in each stage of each hop, and whom they waited for.</p>\n"
      "<div class=\"tabs\" id=\"journey-tabs\" hidden=\"hidden\"></div>\n",
      out);
  for (size_t i = 0; i < p->stories; i++) {
    write_story(&p->story[i], i, out);
  }
}

// --- who waits for whom --------------------------------------------------------------------------

static const char *words_of(const char *why) {
  static const char *const kWords[][2] = {
      {"vc", "a VC of its output"},
      {"credit", "room downstream"},
      {"flit", "its next flit"},
      {"copy", "another copy of its packet"},
      {"turn", "its turn in the switch"},
      {"slot", "a packet slot of an interface"},
      {"host", "a host that takes nothing"},
      {"header", "its header flits"},
      {"", "nothing: it moves"},
  };
  for (size_t i = 0; i < sizeof kWords / sizeof *kWords; i++) {
    if (strcmp(kWords[i][0], why) == 0) {
      return kWords[i][1];
    }
  }
  return why;
}

static const char *place_of(const run_page_t *p, const wait_entry_t *e, char out[96]) {
  char name[64];
  if (e->in_router) {
    (void)snprintf(out, 96, "router %s",
                   topology_router_name(p->r->sim.scenario->topology, e->place, name, sizeof name));
  } else {
    (void)snprintf(out, 96, "interface %" PRIu32, e->place);
  }
  return out;
}

static void write_packet(const wait_entry_t *e, FILE *out) {
  if (!e->has_head) {
    (void)fputs("a packet whose head has gone on", out);
    return;
  }
  (void)fprintf(out, "packet %" PRIu32 " of node %" PRIu32 " to ", e->message, e->source);
  write_end(e->destination == UINT32_MAX ? UINT64_MAX : e->destination, out);
}

static void write_output(const wait_entry_t *e, FILE *out) {
  if (!e->routed || !e->in_router) {
    (void)fputc('-', out);
    return;
  }
  (void)fprintf(out, "port %u", e->out_port);
  if (e->granted) {
    (void)fprintf(out, " VC %u", e->out_vc);
  }
}

static void write_chain(const run_page_t *p, FILE *out) {
  const wait_graph_t *g = &p->waiting;
  char place[96];
  (void)fprintf(out, "<ol class=\"chain%s\">\n", g->deadlock ? " closed" : "");
  for (size_t i = 0; i < g->chain; i++) {
    const wait_entry_t *e = &g->entry[i];
    (void)fprintf(out, "<li data-wait=\"%zu\"><strong>", i);
    write_packet(e, out);
    (void)fprintf(out, "</strong>, %" PRIu32 " flit%s in %s", e->flits, e->flits == 1 ? "" : "s",
                  place_of(p, e, place));
    if (e->in_router) {
      (void)fprintf(out, " input port %u", e->in_port);
    }
    (void)fprintf(out, " VC %u: for %s", e->vc, words_of(e->why));
    if (e->routed && e->in_router) {
      (void)fputs(e->granted ? ", holds " : " at ", out);
      write_output(e, out);
    }
    (void)fputs("</li>\n", out);
  }
  (void)fputs("</ol>\n", out);
}

static void write_wait(const run_page_t *p, size_t number, FILE *out) {
  const wait_entry_t *e = &p->waiting.entry[number];
  char place[96];
  (void)fprintf(out, "<tr id=\"wait-%zu\"%s>", number, e->blocked ? " class=\"fail\"" : "");
  page_cell(number + 1, out);
  (void)fputs("<td>", out);
  write_packet(e, out);
  (void)fprintf(out, "</td><td>%s</td>", place_of(p, e, place));
  page_cell(e->in_router ? e->in_port : UINT64_MAX, out);
  page_cell(e->vc, out);
  page_cell(e->flits, out);
  (void)fputs("<td>", out);
  write_output(e, out);
  (void)fprintf(out, "</td><td>%s</td><td class=\"n\">", words_of(e->why));
  if (e->next != UINT32_MAX) {
    (void)fprintf(out, "<a href=\"#wait-%" PRIu32 "\">%" PRIu32 "</a>", e->next, e->next + 1);
  } else {
    (void)fputc('-', out);
  }
  (void)fputs("</td></tr>\n", out);
}

void run_page_waiting(const void *context, FILE *out) {
  const run_page_t *p = context;
  const wait_graph_t *g = &p->waiting;
  if (!p->stands || g->count == 0) {
    (void)fprintf(out, "<p class=\"empty\">%s</p>\n",
                  p->stands
                      ? "No packet waits in a queue of nocstep's own routers; the text of the "
                        "result has more."
                      : "The network did not stand still.");
    return;
  }
  (void)fprintf(out, "<p>%s</p>\n",
                g->deadlock
                    ? "The chain closes: none of these packets can ever go on."
                    : "The chain ends: the last one waits for nothing that a packet holds.");
  (void)fputs("<div class=\"columns\"><div>", out);
  write_chain(p, out);
  (void)fputs(
      "</div><figure id=\"wait-figure\" hidden=\"hidden\"><svg class=\"map\" id=\"wait-map\" "
      "role=\"img\" aria-label=\"The chain in the network\" viewBox=\"0 0 1 1\"></svg>"
      "<figcaption>Who is in the chain is red, and the links that its packets wait for."
      "</figcaption></figure></div>\n"
      "<h3>All that wait</h3>\n<div class=\"wide\" tabindex=\"0\"><table id=\"waits\"><thead>"
      "<tr><th scope=\"col\" class=\"n\">no.</th><th scope=\"col\">packet</th>"
      "<th scope=\"col\">place</th><th scope=\"col\" class=\"n\">port</th>"
      "<th scope=\"col\" class=\"n\">VC</th><th scope=\"col\" class=\"n\">flits</th>"
      "<th scope=\"col\">output</th><th scope=\"col\">waits for</th>"
      "<th scope=\"col\" class=\"n\">of no.</th></tr></thead><tbody>\n",
      out);
  for (size_t i = 0; i < g->count; i++) {
    write_wait(p, i, out);
  }
  (void)fputs("</tbody></table></div>\n", out);
  if (g->left > 0) {
    (void)fprintf(out, "<p class=\"note\">%zu more wait.</p>\n", g->left);
  }
}

static json_t *number(uint64_t value, bool known) {
  return known ? json_integer((json_int_t)value) : json_null();
}

json_t *run_page_waits(const run_page_t *p) {
  const wait_graph_t *g = &p->waiting;
  json_t *list = json_array();
  if (!p->stands) {
    json_decref(list);
    return json_null();
  }
  for (size_t i = 0; i < g->count; i++) {
    const wait_entry_t *e = &g->entry[i];
    (void)json_array_append_new(
        list, json_pack("{s:s, s:i, s:o, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:b, s:s, s:o}", "in",
                        e->in_router ? "router" : "interface", "place", (int)e->place, "port",
                        number(e->in_port, e->in_router), "vc", (int)e->vc, "flits", (int)e->flits,
                        "source", number(e->source, e->has_head), "destination",
                        number(e->destination, e->has_head && e->destination != UINT32_MAX),
                        "message", number(e->message, e->has_head), "out_port",
                        number(e->out_port, e->routed && e->in_router), "out_vc",
                        number(e->out_vc, e->granted), "blocked", e->blocked, "why", e->why, "next",
                        number(e->next, e->next != UINT32_MAX)));
  }
  return json_pack("{s:b, s:I, s:I, s:o}", "deadlock", g->deadlock, "chain", (json_int_t)g->chain,
                   "left", (json_int_t)g->left, "entries", list);
}
