// error -- fills an error; see error.h.

#include "network/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

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

bool noc_fail_file(noc_error_t *e, const char *file, const char *what) {
  const int code = errno;
  const bool is_short = code == ENOMEM || code == EMFILE || code == ENFILE;
  return noc_fail(e, is_short ? NOC_ENVIRONMENT : NOC_BAD_INPUT, "%s: cannot be %s: %s", file, what,
                  strerror(code));
}

// The words of SAY_THERE_IS().
static const char kFound[] = "there is ";
static const char kAccepted[] = "; there must be ";

bool noc_is_keyless(const noc_error_t *e) {
  return strncmp(e->text, kFound, strlen(kFound)) == 0;
}

char *noc_say_key(const char *key, const char *text, char out[NOC_ERROR_TEXT]) {
  const size_t found = strlen(kFound);
  const char *accepted = strstr(text, kAccepted);
  if (strncmp(text, kFound, found) == 0 && accepted != NULL) {
    (void)snprintf(out, NOC_ERROR_TEXT, "%s" SAY_IS("%.*s", "%s"), key,
                   (int)(accepted - text - (ptrdiff_t)found), text + found,
                   accepted + strlen(kAccepted));
  } else {
    (void)snprintf(out, NOC_ERROR_TEXT, "%s: %s", key, text);
  }
  return out;
}
