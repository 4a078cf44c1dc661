// error -- how a library function says what went wrong: a class that maps to the exit status, and
// one line for the user.
//
// Functions that can fail for reasons outside the program take a `noc_error_t *` last and return
// false (or NULL) after filling it. Bugs of our own stop through assert().

#ifndef NOC_ERROR_H
#define NOC_ERROR_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// The numbers are the exit status of the command.
typedef enum {
  NOC_OK = 0,
  NOC_CHECK_FAILED = 1,  // mismatch, scoreboard, deadlock, stall, timeout
  NOC_BAD_INPUT = 2,     // scenario, topology string, command line
  NOC_ENVIRONMENT = 3,   // a tool, disk or memory is missing
  NOC_INTERNAL = 4,      // a bug in nocstep
  NOC_INTERRUPTED = 130
} noc_status_t;

enum { NOC_ERROR_TEXT = 1024 };

typedef struct {
  noc_status_t status;
  char text[NOC_ERROR_TEXT];  // one line, no newline: "file:line:column: " and what follows
} noc_error_t;

// These macros put words around what was found and what is accepted. They are part of a format:
//
//   noc_fail(e, NOC_BAD_INPUT, "router.vcs" SAY_IS("%u", "1 to 16"), vcs);
//   // router.vcs is 0; it must be 1 to 16
//
// SAY_THERE_IS() has no key in front of it; SAY_UNFIT() follows a key that does not go with others.
#define SAY_IS(found, accepted)       " is " found "; it must be " accepted
#define SAY_THERE_IS(found, accepted) SAY_FOUND found SAY_ACCEPTED accepted
#define SAY_FOUND                     "there is "
#define SAY_ACCEPTED                  "; there must be "
#define SAY_UNFIT(found, accepted)    " does not fit: " found "; there must be " accepted

// Fills *e (printf-like; cut to one line that fits) and returns false, so that a function can
// `return noc_fail(e, NOC_BAD_INPUT, ...)`.
bool noc_fail(noc_error_t *e, noc_status_t status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// noc_is_keyless() tells whether the text was made by SAY_THERE_IS(). noc_say_key() gives a text
// its key: SAY_IS() takes the place of SAY_THERE_IS(), and anything else stands behind "KEY: ".
// Returns `out`.
bool noc_is_keyless(const noc_error_t *e);
char *noc_say_key(const char *key, const char *text, char out[NOC_ERROR_TEXT]);

// noc_fail_key() does this to an error itself, with "BEFORE: " (a file, unless NULL) in front.
// Returns false.
bool noc_fail_key(noc_error_t *e, const char *before, const char *key);

// Reports a file that cannot be opened or read (`what`), for the reason in errno. This is bad
// input, unless the machine is short of memory or of open files. Returns false.
bool noc_fail_file(noc_error_t *e, const char *file, const char *what);

#ifdef __cplusplus
}
#endif

#endif
