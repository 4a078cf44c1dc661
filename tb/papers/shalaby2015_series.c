// shalaby2015_series -- the table of broadcasts that are compared; see shalaby2015_series.h.

#include "papers/shalaby2015_series.h"

enum { GROUP = 32, EIGHT = 8, SMALL = 4, PAIR = 2 };

static const char kTrees[] = "binomial";
static const char kUnicasts[] = "unicast";
static const char kMixed[] = "unicast,unicast,binomial";

// Groups of 32 nodes, as the paper has them, of 2, 4 and 8, which can be the fastest (table
// `least`), or 0, those with the fewest hops.
static const struct {
  const char *name, *scheme, *base;
  unsigned group;
  bool overlapped;
} kSeries[SERIES] = {
    [TREE] = {"tree multicast", "binomial", NULL, 0, false},
    [ALL_AT_ONCE] = {"all at once", "unicast", NULL, 0, false},
    [CODED_TREES] = {"coded, trees, best groups", "hnc", kTrees, 0, false},
    [CODED_TREES_32] = {"coded, trees, 32 nodes", "hnc", kTrees, GROUP, false},
    [CODED_TREES_4] = {"coded, trees, 4 nodes", "hnc", kTrees, SMALL, false},
    [CODED_UNICASTS_4] = {"coded, unicasts, 4 nodes", "hnc", kUnicasts, SMALL, false},
    [CODED_UNICASTS] = {"coded, unicasts, best groups", "hnc", kUnicasts, 0, false},
    [CODED_UNICASTS_32] = {"coded, unicasts, 32 nodes", "hnc", kUnicasts, GROUP, false},
    [CODED_OVERLAPPED_4] = {"coded, trees, overlapped, 4 nodes", "hnc", kTrees, SMALL, true},
    [CODED_OVERLAPPED_8] = {"coded, trees, overlapped, 8 nodes", "hnc", kTrees, EIGHT, true},
    [CODED_OVERLAPPED_32] = {"coded, trees, overlapped, 32 nodes", "hnc", kTrees, GROUP, true},
    [CODED_MIXED] = {"coded, E by trees, best groups", "hnc", kMixed, 0, false},
    [CODED_MIXED_32] = {"coded, E by trees, 32 nodes", "hnc", kMixed, GROUP, false},
    [PLAIN_TREES] = {"not coded, trees, best groups", "hierarchy", kTrees, 0, false},
    [PLAIN_TREES_32] = {"not coded, trees, 32 nodes", "hierarchy", kTrees, GROUP, false},
    [PLAIN_TREES_2] = {"not coded, trees, 2 nodes", "hierarchy", kTrees, PAIR, false},
    [PLAIN_UNICASTS] = {"not coded, unicasts, best groups", "hierarchy", kUnicasts, 0, false},
    [PLAIN_UNICASTS_32] = {"not coded, unicasts, 32 nodes", "hierarchy", kUnicasts, GROUP, false},
    [COMBINING_TREES_32] = {"combining, trees, 32 nodes", "combining", kTrees, GROUP, false},
    [COMBINING_UNICASTS_32] = {"combining, unicasts, 32 nodes", "combining", kUnicasts, GROUP,
                               false},
    [COMBINING_MIXED_32] = {"combining, E by trees, 32 nodes", "combining", kMixed, GROUP, false},
};

const char *shalaby_series_name(shalaby_series_t s) {
  return kSeries[s].name;
}

shalaby_case_t shalaby_case(shalaby_series_t s, unsigned k) {
  return (shalaby_case_t){.k = k,
                          .scheme = kSeries[s].scheme,
                          .base = kSeries[s].base,
                          .group = kSeries[s].group,
                          .overlapped = kSeries[s].overlapped,
                          .flits = 1,
                          .overhead = 1};
}
