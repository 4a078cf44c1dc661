// progress -- see progress.h.

#include "runs/progress.h"

#include <stdio.h>

const char *progress_left(double seconds, double done, double total, char out[PROGRESS_LEFT]) {
  out[0] = '\0';
  if (!(done > 0) || !(total > done) || !(seconds > 0)) {
    return out;
  }
  const double left = seconds * (total - done) / done;
  if (left < 100) {
    (void)snprintf(out, PROGRESS_LEFT, ", about %.0f s left", left < 1 ? 1 : left);
  } else if (left < 100 * 60) {
    (void)snprintf(out, PROGRESS_LEFT, ", about %.0f min left", left / 60);
  } else if (left < 100 * 3600.0) {
    (void)snprintf(out, PROGRESS_LEFT, ", about %.0f h left", left / 3600);
  } else {
    (void)snprintf(out, PROGRESS_LEFT, ", more than 100 h left");
  }
  return out;
}
