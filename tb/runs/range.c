// range -- see range.h.

#include "runs/range.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"

// The decimal that `text` starts with, in millionths. Returns its length, 0 when there is none.
static size_t scan(const char *text, uint64_t *millionths) {
  uint64_t whole = 0;
  size_t length = decimal_scan(text, &whole);
  if (length == 0 || whole > 1) {
    return 0;
  }
  *millionths = whole * RANGE_UNIT;
  if (text[length] != '.') {
    return length;
  }
  length++;
  uint64_t place = RANGE_UNIT / 10;
  const size_t before = length;
  for (; text[length] >= '0' && text[length] <= '9'; length++, place /= 10) {
    if (place == 0 && text[length] != '0') {
      return 0;  // finer than a millionth
    }
    *millionths += place * (uint64_t)(text[length] - '0');
  }
  return length > before ? length : 0;
}

bool range_parse(const char *text, range_t *range) {
  uint64_t *const parts[] = {&range->from, &range->step, &range->to};
  for (size_t i = 0; i < 3; i++) {
    const size_t length = scan(text, parts[i]);
    if (length == 0 || text[length] != (i < 2 ? ':' : '\0')) {
      return false;
    }
    text += length + 1;
  }
  return range->from > 0 && range->step > 0 && range->from <= range->to &&
         range->to <= RANGE_UNIT && range_count(range) <= RANGE_POINTS_MAX;
}

size_t range_count(const range_t *range) {
  return (size_t)((range->to - range->from) / range->step + 1);
}

double range_value(uint64_t millionths) {
  return (double)millionths / RANGE_UNIT;
}

char *range_text(uint64_t millionths, char out[RANGE_TEXT]) {
  (void)snprintf(out, RANGE_TEXT, "%" PRIu64 ".%06" PRIu64, millionths / RANGE_UNIT,
                 millionths % RANGE_UNIT);
  size_t length = strlen(out);
  while (out[length - 1] == '0' && out[length - 2] != '.') {
    out[--length] = '\0';
  }
  return out;
}
