// rtl_files -- which files under rtl/ a unit is made from: its own, and those of the modules and
// packages that these name, or include, and so on. An edit of another file leaves its plug-in
// alone.

#ifndef NOC_RTL_FILES_H
#define NOC_RTL_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "dut/files.h"

enum { RTL_FILES = 256 };

typedef struct {
  char *path[RTL_FILES];  // whole paths; what a file names comes before it, the unit's file last
  size_t count;
} rtl_files_t;

// The files of rtl/<folder>/<unit>.sv below `home`, looked for in these folders (the last is
// NULL). False if memory is short, a file cannot be read or there are too many. Free either way.
bool rtl_files_find(rtl_files_t *files, const char *home, const char *const *folders,
                    const char *folder, const char *unit);
void rtl_files_free(rtl_files_t *files);

bool rtl_files_has(const rtl_files_t *files, const char *path);

#endif
