// module_pins -- the pins of a module, as the header has them that Verilator generates:
// VL_IN8(&valid,3,0), VL_OUTW((&flit)[5],67,0,3).

#ifndef NOC_MODULE_PINS_H
#define NOC_MODULE_PINS_H

#include "base/error.h"
#include "foreign/model.h"

// Reads FOLDER/PREFIX.h and writes FOLDER/table.h, the rows of shim.cpp. `what` starts messages.
bool pins_write(const char *folder, const char *prefix, const char *what, noc_error_t *error);

// The rows of the text of such a header; `out` gets them. False: there is none, or one that is no
// input or output.
typedef struct {
  char member[256];  // of the class
  char name[256];    // as in the source
  bool output, inout;
  uint32_t bits, elements;
} pin_row_t;
// The next row from *at on, which goes behind it; false behind the last.
bool pins_next(const char **at, pin_row_t *row);

#endif
