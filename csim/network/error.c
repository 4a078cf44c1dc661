// error -- fills an error; see error.h.

#include "network/error.h"

#include <stdarg.h>
#include <stdio.h>

bool noc_fail(noc_error_t *e, noc_status_t status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  e->status = status;
  // clang-tidy 14 loses va_start() when it reads several files.
  // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized)
  (void)vsnprintf(e->text, sizeof e->text, format, arguments);
  va_end(arguments);
  // Texts quote the user's input: keep it one line and harmless to a terminal.
  for (char *c = e->text; *c != '\0'; c++) {
    if ((unsigned char)*c < ' ' || *c == 0x7f) {
      *c = '?';
    }
  }
  return false;
}
