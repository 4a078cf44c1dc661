// progress -- what is left of some work, guessed from what is done of it, for the lines of
// progress.

#ifndef NOCSTEP_PROGRESS_H
#define NOCSTEP_PROGRESS_H

enum { PROGRESS_LEFT = 40 };

// ", about 40 s left", of `total` of anything with `done` of it done after `seconds`, as if each
// took as long; "" while nothing is done, and when all is. Returns out.
const char *progress_left(double seconds, double done, double total, char out[PROGRESS_LEFT]);

#endif
