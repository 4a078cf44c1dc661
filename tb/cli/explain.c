// explain -- `nocstep explain FILE.sqlite --packet N`: what one packet did, and whom it waited for.

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/input_watch.h"
#include "cli/command.h"
#include "cli/explain.h"
#include "packets/story.h"
#include "runs/cli.h"
#include "runs/output.h"

// A number, or "-".
static const char *number(uint64_t value, char out[24]) {
  if (value == UINT64_MAX) {
    return "-";
  }
  (void)snprintf(out, 24, "%" PRIu64, value);
  return out;
}

// "for header flits", .. of a reason; the packet's name follows where there is one.
static const char *because(const char *reason) {
  static const struct {
    const char *reason, *words;
  } kWords[] = {
      {"queue", "in the queue behind"},
      {"route", "for header flits, or dropping one"},
      {"vc", "for a VC that belongs to"},
      {"turn", "for a VC that was free and went to"},
      {"room", "for room behind a free VC; in front there:"},
      {"switch", "for the switch, which took a flit of"},
      {"credit", "for room downstream; in front there:"},
      {"flit", "for its next flit"},
  };
  for (size_t i = 0; i < sizeof kWords / sizeof *kWords; i++) {
    if (strcmp(kWords[i].reason, reason) == 0) {
      return kWords[i].words;
    }
  }
  return reason;
}

static void print_wait(const story_t *s, const story_wait_t *w) {
  char text[4][24];
  (void)printf("          %5" PRIu64 " from %s on: %s", w->cycles, number(w->since, text[0]),
               because(w->reason));
  if (w->for_packet == s->id || w->for_packet == s->copy_of) {
    (void)printf(" itself");
  } else if (w->for_packet != UINT64_MAX) {
    (void)printf(" packet %s", number(w->for_packet, text[1]));
    if (w->source != UINT64_MAX) {
      (void)printf(" (%s to %s)", number(w->source, text[2]),
                   w->destination != UINT64_MAX ? number(w->destination, text[3]) : "several");
    }
  } else if (strcmp(w->reason, "flit") != 0 && strcmp(w->reason, "route") != 0) {
    (void)printf(" nobody in particular");
  }
  (void)printf("\n");
}

static void print_head(const story_t *s) {
  char text[3][24];
  (void)printf("packet      %" PRIu64 ", %s, %" PRIu64 " flits", s->id, s->type, s->flits);
  if (s->headers != 0) {
    (void)printf(" and %" PRIu64 " header flits", s->headers);
  }
  (void)printf("\nway         node %" PRIu64 " to %s%s", s->source,
               s->destination != UINT64_MAX ? "node " : "",
               s->destination != UINT64_MAX ? number(s->destination, text[0]) : "several nodes");
  if (s->injected_at != s->source) {
    (void)printf(", from the interface of node %" PRIu64, s->injected_at);
  }
  (void)printf("; message %" PRIu64 ", virtual network %" PRIu64 "\n", s->message, s->network);
  if (s->copy_of != UINT64_MAX) {
    (void)printf("copy of     packet %" PRIu64 "\n", s->copy_of);
  }
  if (s->caused_by != UINT64_MAX) {
    (void)printf("caused by   packet %" PRIu64 "\n", s->caused_by);
  }
  (void)printf("result      %s", s->result);
  if (s->tail_delivered != UINT64_MAX) {
    (void)printf(" in cycle %" PRIu64 ", %" PRIu64 " cycles after its creation", s->tail_delivered,
                 s->tail_delivered - s->created);
  }
  (void)printf("\n\n");
}

// A line before or behind the routers.
static void print_stage(const char *where, uint64_t from, uint64_t to, const char *what) {
  char text[2][24];
  if (from != UINT64_MAX) {
    (void)printf("%7s  %-14s %-39s %5s\n", number(from, text[0]), where, what,
                 number(story_between(from, to), text[1]));
  }
}

static void print_hop(const story_t *s, const story_hop_t *h) {
  char text[8][24];
  char place[2][40];
  (void)snprintf(place[0], sizeof place[0], "%" PRIu64 ".%" PRIu64, h->in_port, h->in_vc);
  (void)snprintf(place[1], sizeof place[1], "%" PRIu64 ".%s", h->out_port,
                 number(h->out_vc, text[6]));
  (void)printf("%7s  %-14s %5s %5s %5s %5s %5s %6s %4s  %5s\n", number(h->arrival, text[0]),
               h->router, place[0], place[1], number(h->route, text[7]),
               number(story_between(h->arrival + h->route, h->front), text[1]),
               number(story_between(h->front, h->granted), text[2]),
               number(story_between(h->granted, h->first), text[3]),
               number(story_between(h->first, h->onward), text[4]),
               number(story_between(h->arrival, h->onward), text[5]));
  for (size_t i = 0; i < h->waits; i++) {
    print_wait(s, &h->wait[i]);
  }
}

static void print_story(const story_t *s) {
  print_head(s);
  (void)printf("%7s  %-14s %5s %5s %5s %5s %5s %6s %4s  %5s\n", "cycle", "where", "in", "out",
               "route", "queue", "VC", "switch", "link", "all");
  if (s->accepted != UINT64_MAX) {
    print_stage("source", s->created, s->accepted, "source queue");
    print_stage("interface", s->accepted, s->entered, "injection");
  } else {
    print_stage("source", s->created, s->entered, "until its head is on the first link");
  }
  for (size_t i = 0; i < s->hops; i++) {
    print_hop(s, &s->hop[i]);
  }
  print_stage("interface", s->arrived, s->head_delivered, "ejection");
  print_stage("host", s->head_delivered, s->tail_delivered, "from its head to its tail");
  if (s->tail_delivered != UINT64_MAX) {
    (void)printf("%69" PRIu64 "\n", s->tail_delivered - s->created);
  }
}

int command_explain(const struct cli *cli) {
  noc_error_t error = {0};
  output_t *json = NULL;
  story_t story = {0};
  const char *path = cli->operands.item[0];
  if (cli->packet == 0) {
    (void)noc_fail(&error, NOC_BAD_INPUT, "--packet" SAY_IS("not given", "a packet's number"));
    return cli_report(&error);
  }
  input_opened(path);
  if (cli->json != NULL && (json = output_open(cli->json, &error)) == NULL) {
    return cli_report(&error);
  }
  events_file_t *f = events_open(path, &error);
  bool ok = f != NULL && story_read(f, path, cli->packet, &story, &error);
  ok = events_close(f, &error) && ok;
  if (ok && !cli->quiet && !output_is_stdout(cli->json)) {
    print_story(&story);
  }
  if (!ok) {
    output_discard(json);
  } else if (json != NULL) {
    ok = output_commit_json(json, explain_json(&story), &error);
  }
  story_free(&story);
  return ok ? NOC_OK : cli_report(&error);
}
