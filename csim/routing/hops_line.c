// hops_line -- see hops_line.h.

#include "routing/hops_line.h"

#include <assert.h>
#include <stdlib.h>

uint32_t hops_line_between(const hops_line_t *line, uint32_t i, uint32_t j) {
  const uint32_t hops =
      line->at[i] < line->at[j] ? line->at[j] - line->at[i] : line->at[i] - line->at[j];
  return line->ring > 0 && line->ring - hops < hops ? line->ring - hops : hops;
}

static uint32_t larger(uint32_t a, uint32_t b) {
  return a > b ? a : b;
}

// before[i]: the sum of the positions of the places before the i-th.
static void fill_open(hops_line_t *line, const uint64_t *before) {
  const uint64_t n = line->count;
  for (uint64_t i = 0; i < n; i++) {
    const uint64_t here = line->at[i];
    line->row[i] = i * here - before[i] + (before[n] - before[i + 1]) - (n - i - 1) * here;
    line->row_longest[i] = larger(line->at[i] - line->at[0], line->at[n - 1] - line->at[i]);
  }
}

// On a ring the places ahead, up to half of it, are reached forwards, the others backwards. `last`
// is the last of the former; it only moves ahead. Places beyond the end are those of another turn.
static void fill_ring(hops_line_t *line, const uint64_t *before) {
  const uint64_t n = line->count;
  const uint64_t ring = line->ring;
  uint64_t last = 0;
  for (uint64_t i = 0; i < n; i++) {
    const uint64_t here = line->at[i];
    last = last < i ? i : last;
    uint64_t reach = 0;  // to `last`
    for (; last + 1 < i + n; last++) {
      const uint64_t ahead = line->at[(last + 1) % n] + (last + 1) / n * ring - here;
      if (2 * ahead > ring) {
        break;
      }
    }
    reach = line->at[last % n] + last / n * ring - here;
    const uint64_t forwards = before[last + 1] - before[i + 1] - (last - i) * here;
    const uint64_t backwards =
        (i + n - 1 - last) * (ring + here) - (before[i + n] - before[last + 1]);
    line->row[i] = forwards + backwards;
    uint64_t back = 0;
    if (last + 1 < i + n) {
      back = ring + here - (line->at[(last + 1) % n] + (last + 1) / n * ring);
    }
    line->row_longest[i] = (uint32_t)(reach > back ? reach : back);
  }
}

// The partner of the place `i` in a part of `size` places, in the half where `i` is not.
static uint32_t partner(uint32_t i, uint32_t size) {
  const uint32_t half = size - size / 2;
  if (i >= half) {
    return i - half;
  }
  return i + half < size ? i + half : size - 1;
}

// The trees from every root within the part from `low` on. A part is halved at the same place for
// all of them, so what a root costs is its first edge, and the two trees behind it.
static void fill_trees(hops_line_t *line, uint32_t low, uint32_t size, uint64_t *hops,
                       uint32_t *longest) {
  if (size < 2) {
    return;
  }
  const uint32_t half = size - size / 2;
  fill_trees(line, low, half, hops, longest);
  fill_trees(line, low + half, size - half, hops, longest);
  for (uint32_t i = 0; i < size; i++) {
    const uint32_t to = partner(i, size);
    const uint32_t edge = hops_line_between(line, low + i, low + to);
    hops[i] = edge + line->tree[low + i] + line->tree[low + to];
    longest[i] = larger(edge, larger(line->tree_longest[low + i], line->tree_longest[low + to]));
  }
  for (uint32_t i = 0; i < size; i++) {
    line->tree[low + i] = hops[i];
    line->tree_longest[low + i] = longest[i];
  }
}

static void sum_up(hops_line_t *line) {
  for (uint32_t i = 0; i < line->count; i++) {
    line->rows += line->row[i];
    line->trees += line->tree[i];
    line->rows_longest = larger(line->rows_longest, line->row_longest[i]);
    line->trees_longest = larger(line->trees_longest, line->tree_longest[i]);
  }
}

bool hops_line_create(hops_line_t *line, uint32_t count, uint32_t step, uint32_t ring,
                      const uint32_t *shift) {
  const size_t n = count;
  assert(n > 0);
  *line = (hops_line_t){.count = count, .ring = ring};
  line->at = calloc(n, sizeof *line->at);
  line->row = calloc(n, sizeof *line->row);
  line->row_longest = calloc(n, sizeof *line->row_longest);
  line->tree = calloc(n, sizeof *line->tree);
  line->tree_longest = calloc(n, sizeof *line->tree_longest);
  uint64_t *before = calloc(2 * n + 1, sizeof *before);  // scratch of the trees too
  uint32_t *longest = malloc(n * sizeof *longest);
  const bool ok = line->at != NULL && line->row != NULL && line->row_longest != NULL &&
                  line->tree != NULL && line->tree_longest != NULL && before != NULL &&
                  longest != NULL;
  if (ok) {
    for (uint32_t i = 0; i < count; i++) {
      line->at[i] = step * i + (shift != NULL ? shift[i] : 0);
    }
    before[0] = 0;
    for (size_t i = 0; i < 2 * n; i++) {
      before[i + 1] = before[i] + line->at[i % n] + (uint64_t)(i / n) * ring;
    }
    if (ring > 0) {
      fill_ring(line, before);
    } else {
      fill_open(line, before);
    }
    fill_trees(line, 0, count, before, longest);
    sum_up(line);
  }
  free(before);
  free(longest);
  return ok;
}

void hops_line_free(hops_line_t *line) {
  free(line->at);
  free(line->row);
  free(line->row_longest);
  free(line->tree);
  free(line->tree_longest);
  *line = (hops_line_t){0};
}
