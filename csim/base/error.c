// error -- fills an error; see error.h.

#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
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

static bool is_keyless(const char *text) {
  return strncmp(text, SAY_FOUND, strlen(SAY_FOUND)) == 0;
}

bool noc_is_keyless(const noc_error_t *e) {
  return is_keyless(e->text);
}

char *noc_say_key(const char *key, const char *text, char out[NOC_ERROR_TEXT]) {
  const char *accepted = strstr(text, SAY_ACCEPTED);
  if (is_keyless(text) && accepted != NULL) {
    const char *found = text + strlen(SAY_FOUND);
    (void)snprintf(out, NOC_ERROR_TEXT, "%s" SAY_IS("%.*s", "%s"), key, (int)(accepted - found),
                   found, accepted + strlen(SAY_ACCEPTED));
  } else {
    // A precision, since gcc warns of a text that fills the line alone; what is too long is cut.
    (void)snprintf(out, NOC_ERROR_TEXT, "%s: %.*s", key, NOC_ERROR_TEXT - 4, text);
  }
  return out;
}

bool noc_fail_key(noc_error_t *e, const char *before, const char *key) {
  char said[NOC_ERROR_TEXT];
  (void)noc_say_key(key, e->text, said);
  return before != NULL ? noc_fail(e, e->status, "%s: %s", before, said)
                        : noc_fail(e, e->status, "%s", said);
}
