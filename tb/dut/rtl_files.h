// rtl_files -- which files under rtl/ a unit is made from: its own, and those of the modules and
// packages that these name, or include, and so on. An edit of another file leaves its plug-in
// alone.

#ifndef NOC_RTL_FILES_H
#define NOC_RTL_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "dut/files.h"

enum { RTL_FILES = 256, RTL_REPLACED = 16 };

// A file in the place of those under rtl/ that have modules or packages of its names.
typedef struct {
  char path[FILES_PATH];  // whole; "": none
  char name[RTL_REPLACED][64];
  size_t names;
} rtl_replacement_t;

// Finds the names in the text of a file. False if it has none, more than RTL_REPLACED, or cannot be
// read.
bool rtl_replacement_read(rtl_replacement_t *r, const char *path);

typedef struct {
  char *path[RTL_FILES];  // whole paths; what a file names comes before it, the unit's file last
  size_t count;
  char *replaced;  // of the first whose place the replacement took, below rtl/; NULL: of none
} rtl_files_t;

// The files of rtl/<folder>/<unit>.sv below `home`, looked for in these folders (the last is
// NULL), `replacement` (NULL: none) in the place of some. False if memory is short, a file cannot
// be read or there are too many. Free either way.
bool rtl_files_find(rtl_files_t *files, const char *home, const char *const *folders,
                    const char *folder, const char *unit, const rtl_replacement_t *replacement);
void rtl_files_free(rtl_files_t *files);

bool rtl_files_has(const rtl_files_t *files, const char *path);

#endif
