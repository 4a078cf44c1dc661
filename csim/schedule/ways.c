// ways -- see ways.h.

#include "schedule/ways.h"

#include <stdlib.h>

#include "base/memory.h"

bool ways_make(const schedule_problem_t *p, uint32_t from, uint32_t to, ways_t *w) {
  const uint32_t layers = p->detour + 1;
  const size_t states = (size_t)p->topology->routers * layers;
  const unsigned most = schedule_distance(p, from, to) + p->detour;
  uint32_t *queue = malloc(states * sizeof *queue);
  uint8_t *seen = calloc(states, 1);
  uint32_t room = 0;
  bool ok = queue != NULL && seen != NULL;
  uint32_t tail = 0;
  if (ok) {
    queue[tail++] = from * layers;
    seen[from * layers] = 1;
  }
  for (uint32_t head = 0; ok && head < tail; head++) {
    const uint32_t at = queue[head] / layers;
    const unsigned hops = schedule_distance(p, from, at) + queue[head] % layers;
    for (uint32_t c = p->first[at]; c < p->first[at + 1] && ok && at != to; c++) {
      const uint32_t next = p->channel[c].to;
      if (hops + 1 + schedule_distance(p, next, to) > most || next == from) {
        continue;
      }
      const uint32_t state = next * layers + (hops + 1 - schedule_distance(p, from, next));
      ok = memory_room(&w->hop, &room, w->hops + 1, sizeof *w->hop);
      if (ok) {
        w->hop[w->hops++] = (hop_t){c, queue[head], state};
        if (seen[state] == 0) {
          seen[state] = 1;
          queue[tail++] = state;
        }
      }
    }
  }
  free(queue);
  free(seen);
  return ok;
}

uint32_t ways_cut_loops(const schedule_problem_t *p, uint32_t *path, uint32_t hops) {
  const schedule_channel_t *channel = p->channel;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < hops; i++) {
    const uint32_t to = channel[path[i]].to;
    uint32_t back = 0;
    while (back < kept && channel[path[back]].from != to) {
      back++;
    }
    if (back == kept) {
      path[kept++] = path[i];
    } else {
      kept = back;
    }
  }
  return kept;
}
