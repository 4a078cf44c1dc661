// formula -- see formula.h. A formula becomes steps for a stack of values, operands before their
// operator. Nothing in it has an effect, so that both branches of ?: are worked out.

#include "foreign/formula.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

enum { STEPS = 512, DEPTH = 64, NESTING = 48, WORD = 32, BITS = 64 };

typedef enum {
  DO_NUMBER,
  DO_NAME,
  DO_ROUTE,
  DO_ONEHOT,
  DO_ABS,
  DO_MIN,
  DO_MAX,
  DO_MINUS,
  DO_NOT,
  DO_INVERT,
  DO_CHOOSE,
  DO_OR,
  DO_AND,
  DO_BIT_OR,
  DO_BIT_XOR,
  DO_BIT_AND,
  DO_EQUAL,
  DO_UNEQUAL,
  DO_LESS_EQUAL,
  DO_MORE_EQUAL,
  DO_LESS,
  DO_MORE,
  DO_LEFT,
  DO_RIGHT,
  DO_PLUS,
  DO_TIMES,
  DO_OVER,
  DO_MODULO
} do_t;

typedef struct {
  do_t what;
  int64_t value;  // DO_NUMBER; DO_NAME: which
} step_t;

struct formula {
  bool has[FORMULA_NAMES + 1];
  size_t count;
  step_t step[];
};

static const char *const kNames[FORMULA_NAMES] = {
    [FORMULA_X] = "x",
    [FORMULA_Y] = "y",
    [FORMULA_Z] = "z",
    [FORMULA_ROUTER] = "router",
    [FORMULA_P] = "p",
    [FORMULA_NODE] = "node",
    [FORMULA_SIZE_X] = "size_x",
    [FORMULA_SIZE_Y] = "size_y",
    [FORMULA_SIZE_Z] = "size_z",
    [FORMULA_ROUTERS] = "routers",
    [FORMULA_NODES] = "nodes",
    [FORMULA_VCS] = "vcs",
    [FORMULA_PORTS] = "ports",
    [FORMULA_DX] = "dx",
    [FORMULA_DY] = "dy",
    [FORMULA_DZ] = "dz",
    [FORMULA_DROUTER] = "drouter",
    [FORMULA_DNODE] = "dnode",
    [FORMULA_DLOCAL] = "dlocal",
    [FORMULA_SX] = "sx",
    [FORMULA_SY] = "sy",
    [FORMULA_SZ] = "sz",
    [FORMULA_SROUTER] = "srouter",
    [FORMULA_SNODE] = "snode",
    [FORMULA_FLITS] = "flits",
    [FORMULA_DATA] = "data",
    [FORMULA_VC] = "vc",
    [FORMULA_NETWORK] = "network",
    [FORMULA_OUT] = "out",
    [FORMULA_HOPS] = "hops",
};

typedef struct {
  const char *name;
  unsigned arguments;
  do_t what;
} function_t;

static const function_t kFunctions[] = {
    {"onehot", 1, DO_ONEHOT}, {"abs", 1, DO_ABS},     {"min", 2, DO_MIN},
    {"max", 2, DO_MAX},       {"route", 1, DO_ROUTE},
};
enum { FUNCTIONS = sizeof kFunctions / sizeof kFunctions[0] };

// Operators with two sides, those that are longer before their beginnings.
static const struct {
  const char *sign;
  unsigned level;  // binds closer the higher it is
  do_t what;
} kOperators[] = {
    {"||", 1, DO_OR},    {"&&", 2, DO_AND},    {"==", 6, DO_EQUAL},      {"!=", 6, DO_UNEQUAL},
    {"<<", 8, DO_LEFT},  {">>", 8, DO_RIGHT},  {"<=", 7, DO_LESS_EQUAL}, {">=", 7, DO_MORE_EQUAL},
    {"|", 3, DO_BIT_OR}, {"^", 4, DO_BIT_XOR}, {"&", 5, DO_BIT_AND},     {"<", 7, DO_LESS},
    {">", 7, DO_MORE},   {"+", 9, DO_PLUS},    {"-", 9, DO_MINUS},       {"*", 10, DO_TIMES},
    {"/", 10, DO_OVER},  {"%", 10, DO_MODULO},
};
enum { OPERATORS = sizeof kOperators / sizeof kOperators[0] };

typedef struct {
  const char *text, *at;
  bool packet;
  unsigned nesting;
  unsigned depth;  // values on the stack behind the last step
  formula_t *f;
  noc_error_t *error;
} parser_t;

// ---- Reading

static bool fail_at(const parser_t *p, const char *at, const char *found, const char *accepted) {
  return noc_fail(p->error, NOC_BAD_INPUT, "formula: column %zu: " SAY_THERE_IS("%s", "%s"),
                  (size_t)(at - p->text) + 1, found, accepted);
}

// Refuses what stands at the place.
static bool fail_found(const parser_t *p, const char *accepted) {
  char found[16];
  if (*p->at == '\0') {
    return fail_at(p, p->at, "the end", accepted);
  }
  (void)snprintf(found, sizeof found, isprint((unsigned char)*p->at) ? "'%c'" : "byte 0x%02x",
                 (unsigned char)*p->at);
  return fail_at(p, p->at, found, accepted);
}

// One step that takes some values off the stack and puts one on it.
static bool add(parser_t *p, do_t what, int64_t value, unsigned takes) {
  if (p->f->count == STEPS || p->depth - takes == DEPTH) {
    return fail_at(p, p->at, "a longer formula", "up to 512 operators, names and numbers");
  }
  p->f->step[p->f->count++] = (step_t){what, value};
  p->depth = p->depth - takes + 1;
  return true;
}

static void skip_blanks(parser_t *p) {
  while (*p->at == ' ' || *p->at == '\t') {
    p->at++;
  }
}

static bool take(parser_t *p, char c) {
  skip_blanks(p);
  if (*p->at != c) {
    return false;
  }
  p->at++;
  return true;
}

static unsigned digit_of(char c) {
  return isdigit((unsigned char)c)    ? (unsigned)(c - '0')
         : isxdigit((unsigned char)c) ? (unsigned)(tolower((unsigned char)c) - 'a') + 10
                                      : 99;
}

static bool read_number(parser_t *p) {
  const char *start = p->at;
  unsigned radix = 10;
  uint64_t value = 0;
  if (p->at[0] == '0' && (p->at[1] == 'x' || p->at[1] == 'X' || p->at[1] == 'b')) {
    radix = p->at[1] == 'b' ? 2 : 16;
    p->at += 2;
    if (digit_of(*p->at) >= radix) {
      return fail_found(p, radix == 2 ? "a binary digit" : "a hexadecimal digit");
    }
  }
  while (digit_of(*p->at) < radix) {
    if (value > ((uint64_t)INT64_MAX - digit_of(*p->at)) / radix) {
      return fail_at(p, start, "a larger number", "one below 2^63");
    }
    value = radix * value + digit_of(*p->at++);
  }
  if (isalnum((unsigned char)*p->at) || *p->at == '_') {
    return fail_found(p, "an operator or the end behind a number");
  }
  return add(p, DO_NUMBER, (int64_t)value, 0);
}

static bool read_choice(parser_t *p);

static bool read_call(parser_t *p, const function_t *function) {
  if (!take(p, '(')) {
    return fail_found(p, "'(' behind the name of a function");
  }
  for (unsigned i = 0; i < function->arguments; i++) {
    if (i > 0 && !take(p, ',')) {
      return fail_found(p, "',' and another argument");
    }
    if (!read_choice(p)) {
      return false;
    }
  }
  if (!take(p, ')')) {
    return fail_found(p, "')' behind the arguments");
  }
  if (function->what == DO_ROUTE) {
    p->f->has[FORMULA_NAMES] = true;
  }
  return add(p, function->what, 0, function->arguments);
}

static bool fail_word(const parser_t *p, const char *start, const char *word) {
  char found[WORD + NEAREST_HINT + 16];
  char accepted[NEAREST_NAMES + 16];
  nearest_t nearest = nearest_start(word);
  const unsigned names = p->packet ? FORMULA_NAMES : FORMULA_OF_PACKET;
  for (unsigned i = 0; i < names; i++) {
    nearest_offer(&nearest, kNames[i]);
  }
  for (unsigned i = 0; i < FUNCTIONS; i++) {
    if (p->packet || kFunctions[i].what != DO_ROUTE) {
      nearest_offer(&nearest, kFunctions[i].name);
    }
  }
  (void)snprintf(found, sizeof found, "'%s'%s", word, nearest_hint(&nearest));
  (void)snprintf(accepted, sizeof accepted, "one of %s", nearest.names);
  return fail_at(p, start, found, accepted);
}

static bool read_word(parser_t *p) {
  const char *start = p->at;
  char word[WORD];
  size_t length = 0;
  while (isalnum((unsigned char)*p->at) || *p->at == '_') {
    if (length + 1 < WORD) {
      word[length++] = *p->at;
    }
    p->at++;
  }
  word[length] = '\0';
  for (unsigned i = 0; i < FUNCTIONS; i++) {
    if (strcmp(kFunctions[i].name, word) == 0 && (p->packet || kFunctions[i].what != DO_ROUTE)) {
      return read_call(p, &kFunctions[i]);
    }
  }
  for (unsigned i = 0; i < FORMULA_NAMES; i++) {
    if (strcmp(kNames[i], word) != 0) {
      continue;
    }
    if (i >= FORMULA_OF_PACKET && !p->packet) {
      char found[WORD + 32];
      (void)snprintf(found, sizeof found, "'%s', which is of a packet", word);
      return fail_at(p, start, found, "what is known of a place; names of packets are for head");
    }
    p->f->has[i] = true;
    return add(p, DO_NAME, i, 0);
  }
  return fail_word(p, start, word);
}

// A number, a name, a call, something in parentheses, or one of these behind a sign.
static bool read_unary(parser_t *p) {
  static const struct {
    char sign;
    do_t what;
  } kSigns[] = {{'-', DO_INVERT}, {'~', DO_INVERT}, {'!', DO_NOT}};
  skip_blanks(p);
  for (size_t i = 0; i < sizeof kSigns / sizeof kSigns[0]; i++) {
    if (*p->at == kSigns[i].sign) {
      if (p->nesting == NESTING) {
        return fail_at(p, p->at, "a formula nested deeper", "up to 48 parentheses and signs");
      }
      p->at++;
      p->nesting++;
      // -a is ~a + 1.
      const bool ok = read_unary(p) && add(p, kSigns[i].what, 0, 1) &&
                      (kSigns[i].sign != '-' || (add(p, DO_NUMBER, 1, 0) && add(p, DO_PLUS, 0, 2)));
      p->nesting--;
      return ok;
    }
  }
  if (isdigit((unsigned char)*p->at)) {
    return read_number(p);
  }
  if (isalpha((unsigned char)*p->at) || *p->at == '_') {
    return read_word(p);
  }
  if (!take(p, '(')) {
    return fail_found(p, "a number, a name or '('");
  }
  return read_choice(p) && (take(p, ')') || fail_found(p, "an operator or ')'"));
}

static bool read_binary(parser_t *p, unsigned level) {
  if (!read_unary(p)) {
    return false;
  }
  for (;;) {
    skip_blanks(p);
    size_t i = 0;
    while (i < OPERATORS && strncmp(p->at, kOperators[i].sign, strlen(kOperators[i].sign)) != 0) {
      i++;
    }
    if (i == OPERATORS || kOperators[i].level < level) {
      return true;
    }
    p->at += strlen(kOperators[i].sign);
    if (!read_binary(p, kOperators[i].level + 1) || !add(p, kOperators[i].what, 0, 2)) {
      return false;
    }
  }
}

static bool read_choice(parser_t *p) {
  if (p->nesting == NESTING) {
    return fail_at(p, p->at, "a formula nested deeper", "up to 48 parentheses and signs");
  }
  p->nesting++;
  bool ok = read_binary(p, 1);
  if (ok && take(p, '?')) {
    ok = read_choice(p) && (take(p, ':') || fail_found(p, "':' of '?'")) && read_choice(p) &&
         add(p, DO_CHOOSE, 0, 3);
  }
  p->nesting--;
  return ok;
}

formula_t *formula_parse(const char *text, bool packet, noc_error_t *error) {
  formula_t *f = calloc(1, sizeof *f + STEPS * sizeof f->step[0]);
  if (f == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "formula: out of memory");
    return NULL;
  }
  parser_t p = {.text = text, .at = text, .packet = packet, .f = f, .error = error};
  bool ok = read_choice(&p);
  skip_blanks(&p);
  if (ok && *p.at != '\0') {
    ok = fail_found(&p, "an operator or the end");
  }
  formula_t *fitted = ok ? realloc(f, sizeof *f + f->count * sizeof f->step[0]) : NULL;
  if (fitted == NULL && !ok) {
    free(f);
    return NULL;
  }
  return fitted != NULL ? fitted : f;
}

// ---- Values

static int64_t route_of(const formula_values_t *values, int64_t i) {
  return values->route != NULL ? values->route(values->context, i) : 0;
}

static int64_t shift(int64_t a, int64_t by, bool left) {
  return by < 0 || by >= BITS ? 0 : left ? (int64_t)((uint64_t)a << by) : a >> by;
}

static int64_t divide(int64_t a, int64_t b, bool rest) {
  if (b == 0) {
    return 0;
  }
  if (b == -1) {  // the least number has no opposite
    return rest ? 0 : (int64_t)(0 - (uint64_t)a);
  }
  return rest ? a % b : a / b;
}

// An operator with two sides; sums and products wrap.
static int64_t combine(do_t what, int64_t a, int64_t b) {
  switch (what) {
    case DO_MIN:
      return a < b ? a : b;
    case DO_MAX:
      return a > b ? a : b;
    case DO_OR:
      return a != 0 || b != 0;
    case DO_AND:
      return a != 0 && b != 0;
    case DO_BIT_OR:
      return a | b;
    case DO_BIT_XOR:
      return a ^ b;
    case DO_BIT_AND:
      return a & b;
    case DO_EQUAL:
      return a == b;
    case DO_UNEQUAL:
      return a != b;
    case DO_LESS_EQUAL:
      return a <= b;
    case DO_MORE_EQUAL:
      return a >= b;
    case DO_LESS:
      return a < b;
    case DO_MORE:
      return a > b;
    case DO_LEFT:
      return shift(a, b, true);
    case DO_RIGHT:
      return shift(a, b, false);
    case DO_PLUS:
      return (int64_t)((uint64_t)a + (uint64_t)b);
    case DO_MINUS:
      return (int64_t)((uint64_t)a - (uint64_t)b);
    case DO_TIMES:
      return (int64_t)((uint64_t)a * (uint64_t)b);
    case DO_OVER:
      return divide(a, b, false);
    default:
      return divide(a, b, true);
  }
}

int64_t formula_value(const formula_t *f, const formula_values_t *values) {
  enum { BELOW = 3 };  // operands at most, which no formula lacks
  int64_t stack[BELOW + DEPTH + 1] = {0};
  int64_t *top = stack + BELOW;  // behind the last value
  for (size_t i = 0; i < f->count; i++) {
    const step_t *s = &f->step[i];
    switch (s->what) {
      case DO_NUMBER:
        *top++ = s->value;
        break;
      case DO_NAME:
        *top++ = values->of[s->value];
        break;
      case DO_ROUTE:
        top[-1] = route_of(values, top[-1]);
        break;
      case DO_ONEHOT:
        top[-1] = shift(1, top[-1], true);
        break;
      case DO_ABS:
        top[-1] = top[-1] < 0 ? (int64_t)(0 - (uint64_t)top[-1]) : top[-1];
        break;
      case DO_NOT:
        top[-1] = top[-1] == 0;
        break;
      case DO_INVERT:
        top[-1] = ~top[-1];
        break;
      case DO_CHOOSE:
        top -= 2;
        top[-1] = top[-1] != 0 ? top[0] : top[1];
        break;
      default:
        top--;
        top[-1] = combine(s->what, top[-1], top[0]);
        break;
    }
  }
  return stack[BELOW];
}

bool formula_has(const formula_t *f, formula_name_t name) {
  return f->has[name];
}

void formula_free(formula_t *f) {
  free(f);
}
