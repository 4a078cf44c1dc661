// kept_results -- results of a measure that follow from their texts alone, kept beside the
// plug-ins, so that a run that was interrupted does not work them out again. Those of another build
// of the program count as not there, and so does a file that is damaged.

#ifndef NOCSTEP_KEPT_RESULTS_H
#define NOCSTEP_KEPT_RESULTS_H

#include <stdbool.h>
#include <stddef.h>

// `way` and the texts [count] (NULL: not given) say what a result of `size` plain bytes is of.
// False: there is none.
bool kept_result_read(const char *way, char *const *text, size_t count, void *record, size_t size);
// Keeps one, or does nothing where that is not possible.
void kept_result_write(const char *way, char *const *text, size_t count, const void *record,
                       size_t size);

#endif
