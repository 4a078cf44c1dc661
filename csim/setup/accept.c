// accept -- see accept.h.

#include "setup/accept.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory_stream.h"

const char kAcceptAccepted[] =
    "0, 0.000001 to 1, such a share for each network (0.5,1), or protocol";

// A host with less would take nothing in any run that ends.
static const double kLeastShare = 1e-6;

// 0.2, .2, 2e-1, 0 or from the least share to 1, at *at, which moves behind it.
static bool scan_share(const char **at, double *share) {
  const size_t length = strspn(*at, "0123456789.eE+-");
  const bool plain = (**at >= '0' && **at <= '9') || **at == '.';
  char *end = NULL;
  errno = 0;
  *share = strtod(*at, &end);
  const bool whole = plain && end == *at + length;
  *at += length;
  return whole && errno == 0 && (*share == 0 || *share >= kLeastShare) && *share <= 1;
}

static const char *skip_blanks(const char *at) {
  return at + strspn(at, " ");
}

// The shares, and the text without blanks and brackets.
static bool scan(const char *text, accept_t *accept, FILE *out) {
  const bool brackets = *text == '[';
  const char *at = brackets ? text + 1 : text;
  for (;; at++) {
    const char *from = skip_blanks(at);
    at = from;
    if (accept->shares == ACCEPT_NETWORKS || !scan_share(&at, &accept->share[accept->shares])) {
      return false;
    }
    (void)fprintf(out, "%s%.*s", accept->shares > 0 ? "," : "", (int)(at - from), from);
    accept->shares++;
    at = skip_blanks(at);
    if (*at != ',') {
      break;
    }
  }
  accept->listed = brackets || accept->shares > 1;
  return brackets ? strcmp(at, "]") == 0 : *at == '\0';
}

accept_result_t accept_parse(const char *text, accept_t *accept) {
  accept_t read = {.protocol = strcmp(text, "protocol") == 0};
  size_t length = 0;
  FILE *out = memory_stream(&read.text, &length);
  if (out == NULL) {
    return ACCEPT_NO_MEMORY;
  }
  bool known = true;
  if (read.protocol) {
    (void)fputs(text, out);
  } else {
    known = scan(text, &read, out);
  }
  if (fclose(out) != 0 || !known) {
    free(read.text);
    return known ? ACCEPT_NO_MEMORY : ACCEPT_REFUSED;
  }
  accept_free(accept);
  *accept = read;
  return ACCEPT_OK;
}

void accept_free(accept_t *accept) {
  free(accept->text);
  *accept = (accept_t){0};
}

bool accept_has_zero(const accept_t *accept) {
  bool zero = false;
  for (unsigned i = 0; i < accept->shares; i++) {
    zero = zero || !(accept->share[i] > 0);
  }
  return zero;
}
