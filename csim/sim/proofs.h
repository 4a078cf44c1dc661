// proofs -- which routings are proved free of deadlock, kept for runs in processes of their own:
// the runs of a sweep or a regression prove each network once.
//
//   proofs_share();  // once, before the processes are forked
//   proofs_check(scenario, NULL, false, &error)  // in each of them

#ifndef NOC_PROOFS_H
#define NOC_PROOFS_H

#include <stdbool.h>

#include "base/error.h"
#include "routing/worm_routes.h"
#include "setup/scenario.h"

// From here on this process and those that it forks tell each other what they have proved. Without
// it, or where there is no memory for it, each proves for itself.
void proofs_share(void);

// Refuses a routing whose channels depend on each other in a circle, unless the scenario allows
// deadlock; with tree worms, by their ways, and with path worms the dependencies of these too. The
// error is NOC_BAD_INPUT with the scenario's file and the circle, or what else dependencies_prove()
// and dependencies_worms() say.
bool proofs_check(const scenario_t *s, const worm_routes_t *trees, bool paths, noc_error_t *error);

// Proves what the scenario alone tells before its plan is there: unicasts, and the worms of its
// scheme.
typedef struct {
  bool done, trees, paths;
} proofs_alone_t;
bool proofs_check_alone(const scenario_t *s, proofs_alone_t *proved, noc_error_t *error);

#endif
