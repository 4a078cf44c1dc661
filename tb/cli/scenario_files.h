// scenario_files -- where scenarios lie: those that come with the project, and those of a folder.

#ifndef NOCSTEP_SCENARIO_FILES_H
#define NOCSTEP_SCENARIO_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

// The folder of the scenarios that come with the project, relative to the executable. False when
// there is none.
bool scenario_folder(char folder[PATH_MAX]);

// The *.yaml files of a folder, in alphabetic order, as a user in the current folder would type
// them; to be freed with scenario_files_free(). NULL with errno when the folder cannot be read.
char **scenario_files(const char *folder, size_t *count);
void scenario_files_free(char **files, size_t count);

#endif
