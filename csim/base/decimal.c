// decimal -- see decimal.h.

#include "base/decimal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool decimal_is_padded(const char *digits) {
  return digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
}

size_t decimal_scan(const char *text, uint64_t *value) {
  size_t digits = strspn(text, "0123456789");
  if (digits == 0 || decimal_is_padded(text)) {
    return 0;
  }
  *value = strtoull(text, NULL, 10);  // ULLONG_MAX when it does not fit
  return digits;
}

bool decimal_parse(const char *text, uint64_t *value) {
  errno = 0;
  size_t digits = decimal_scan(text, value);
  return digits > 0 && text[digits] == '\0' && errno != ERANGE;
}

bool decimal_real(const char *text, double *value) {
  char *end = NULL;
  if (text[strspn(text, "0123456789.eE+-")] != '\0' ||
      decimal_is_padded(text + strspn(text, "+-"))) {
    return false;
  }
  *value = strtod(text, &end);
  return end != text && *end == '\0' && isfinite(*value);
}
