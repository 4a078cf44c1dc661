// c_sites -- see c_sites.h.

#include "mutation/c_sites.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NO_PLACE = -1, ENDS = 8, DEPTH = 400 };

// Operators and what comes in their place, NULL at the end.
static const char *const kOperators[][4] = {
    {"<", "<=", ">="}, {"<=", "<", ">"}, {">", ">=", "<="}, {">=", ">", "<"}, {"==", "!="},
    {"!=", "=="},      {"+", "-"},       {"-", "+"},        {"*", "+"},       {"/", "*"},
    {"%", "/"},        {"&", "|"},       {"|", "&"},        {"^", "|"},       {"<<", ">>"},
    {">>", "<<"},      {"&&", "||"},     {"||", "&&"},      {"+=", "-="},     {"-=", "+="},
    {"|=", "&="},      {"&=", "|="},     {"^=", "|="},      {"<<=", ">>="},   {">>=", "<<="},
    {"*=", "+="},      {"++", "--"},     {"--", "++"},
};
enum { N_OPERATORS = sizeof kOperators / sizeof kOperators[0] };

// Calls that no result depends on: what is not released, and hints for caches and pages.
static const char *const kReleasing[ENDS] = {"free",   "fclose", "close",     "_discard",
                                             "unlink", "fflush", "_prefetch", "memory_large_pages"};

static const char *text_of(const json_t *node, const char *key) {
  const char *text = json_string_value(json_object_get(node, key));
  return text != NULL ? text : "";
}

static bool is(const json_t *node, const char *kind) {
  return strcmp(text_of(node, "kind"), kind) == 0;
}

static const json_t *child(const json_t *node, size_t i) {
  return json_array_get(json_object_get(node, "inner"), i);
}

static const char *type_of(const json_t *node) {
  const json_t *type = json_object_get(node, "type");
  const char *text = text_of(type, "desugaredQualType");
  return text[0] != '\0' ? text : text_of(type, "qualType");
}

static bool is_pointer(const json_t *node) {
  return strpbrk(type_of(node), "*[(") != NULL;
}

// The end of a macro's use that begins here: its name, and its arguments if it has some.
static long end_of_macro(const char *text, long at) {
  while (isalnum((unsigned char)text[at]) || text[at] == '_') {
    at++;
  }
  if (text[at] == '(') {
    int depth = 0;
    do {
      depth += (text[at] == '(') - (text[at] == ')');
      at++;
    } while (depth > 0 && text[at] != '\0');
  }
  return at;
}

// Where a node begins or ends in the source itself.
// Not in arguments of macros, nor in what is included.
static long place(const c_sites_t *s, const json_t *node, bool end) {
  const json_t *at = json_object_get(json_object_get(node, "range"), end ? "end" : "begin");
  const json_t *macro = json_object_get(at, "expansionLoc");
  const json_t *plain = macro != NULL ? macro : at;
  const json_t *offset = json_object_get(plain, "offset");
  if (offset == NULL || json_object_get(plain, "includedFrom") != NULL ||
      json_object_get(plain, "isMacroArgExpansion") != NULL) {
    return NO_PLACE;
  }
  const long from = (long)json_integer_value(offset);
  return !end            ? from
         : macro != NULL ? end_of_macro(s->text, from)
                         : from + (long)json_integer_value(json_object_get(plain, "tokLen"));
}

// All of the node comes out of one use of a macro.
static bool from_macro(const json_t *node) {
  const json_t *range = json_object_get(node, "range");
  const json_t *begin = json_object_get(json_object_get(range, "begin"), "expansionLoc");
  const json_t *end = json_object_get(json_object_get(range, "end"), "expansionLoc");
  return begin != NULL && end != NULL &&
         json_equal(json_object_get(begin, "offset"), json_object_get(end, "offset"));
}

typedef struct {
  c_sites_t *sites;
  const char *function;
  const json_t *above[DEPTH];  // the nodes around the one that is visited, and itself
  size_t depth;
} walk_t;

static void add(walk_t *w, const json_t *node, c_site_t site) {
  c_sites_t *s = w->sites;
  const long start = place(s, node, false);
  const long end = place(s, node, true);
  if (start == NO_PLACE || end == NO_PLACE || end <= start) {
    return;
  }
  if (s->count == s->room) {
    s->room = 2 * s->room + 64;
    s->site = realloc(s->site, s->room * sizeof *s->site);
    if (s->site == NULL) {
      abort();
    }
  }
  site.start = (size_t)start;
  site.end = (size_t)end;
  site.cut = site.resume > 0 ? site.cut : site.end;
  site.resume = site.resume > 0 ? site.resume : site.end;
  site.function = w->function;
  s->site[s->count++] = site;
}

static bool is_one_of(const char *text, const char *const *list) {
  for (; *list != NULL; list++) {
    if (strcmp(text, *list) == 0) {
      return true;
    }
  }
  return false;
}

// It may be evaluated once more, and nothing comes of that: it calls and assigns nothing.
static bool is_pure(const json_t *node) {
  static const char *const kActs[] = {"CallExpr", "CompoundAssignOperator", "StmtExpr", "VAArgExpr",
                                      NULL};
  const char *kind = text_of(node, "kind");
  const char *operator= text_of(node, "opcode");
  if (is_one_of(kind, kActs) || strcmp(operator, "=") == 0 || strcmp(operator, "++") == 0 ||
      strcmp(operator, "--") == 0) {
    return false;
  }
  size_t i = 0;
  json_t *inner = NULL;
  json_array_foreach(json_object_get(node, "inner"), i, inner) {
    if (!is_pure(inner)) {
      return false;
    }
  }
  return true;
}

// The node may have another value with another operand, and no other effect: not a division, which
// may be by 0, nor what guards or finds a place in memory.
static bool hands_on(const json_t *node) {
  static const char *const kHanding[] = {"<", "<=", ">", ">=", "==", "!=", "+", "-", "*",
                                         "&", "|",  "^", "<<", ">>", "!",  "~", NULL};
  static const char *const kAround[] = {"ParenExpr", "ImplicitCastExpr", "CStyleCastExpr", NULL};
  const char *kind = text_of(node, "kind");
  const bool unary = is(node, "UnaryOperator") && strchr("!-~", text_of(node, "opcode")[0]) != NULL;
  return is_one_of(kind, kAround) || unary ||
         (is(node, "BinaryOperator") && is_one_of(text_of(node, "opcode"), kHanding));
}

// A site that is told by its value: by that of as much around it as only hands it on.
static c_site_t by_value(const walk_t *w, c_site_t site) {
  for (size_t i = w->depth; i-- > 0;) {
    const json_t *node = w->above[i];
    const long start = place(w->sites, node, false);
    const long end = place(w->sites, node, true);
    if (start == NO_PLACE || end <= start || !is_pure(node) ||
        (i + 1 < w->depth && !hands_on(node))) {
      break;
    }
    site.differs = C_DIFFERS_VALUE;
    site.wide_start = (size_t)start;
    site.wide_end = (size_t)end;
  }
  return site;
}

// Around the whole of a node.
static void wrap(walk_t *w, const json_t *node, const char *before, const char *after) {
  add(w, node, (c_site_t){.before = before, .between = "", .after = after});
}

static const char *const *find_operator(const char *operator) {
  for (size_t i = 0; i < N_OPERATORS; i++) {
    if (strcmp(kOperators[i][0], operator) == 0) {
      return kOperators[i];
    }
  }
  return NULL;
}

// The operator between two operands; false if something else is there, such as a parenthesis.
static bool between(const c_sites_t *s, const json_t *left, const json_t *right,
                    const char *operator, c_site_t * site) {
  const long from = place(s, left, true);
  const long to = place(s, right, false);
  if (from == NO_PLACE || to == NO_PLACE || from >= to) {
    return false;
  }
  const size_t length = strlen(operator);
  size_t begin = (size_t)from;
  while (isspace((unsigned char)s->text[begin])) {
    begin++;
  }
  size_t end = begin + length;
  if (strncmp(&s->text[begin], operator, length) != 0) {
    return false;
  }
  while (isspace((unsigned char)s->text[end])) {
    end++;
  }
  site->cut = begin;
  site->resume = begin + length;
  return end == (size_t)to;
}

static void binary(walk_t *w, const json_t *node) {
  const char *operator= text_of(node, "opcode");
  const char *const *list = find_operator(operator);
  const json_t *left = child(node, 0);
  const json_t *right = child(node, 1);
  c_site_t site = {.before = "(", .after = ")"};
  const bool both = strcmp(operator, "&&") == 0;
  const bool sum = strchr("+-", operator[0]) != NULL;
  if (list == NULL || (sum && (is_pointer(left) || is_pointer(right))) ||
      !between(w->sites, left, right, operator, & site)) {
    return;
  }
  if (both || strcmp(operator, "||") == 0) {
    site.differs = !is_pure(node) ? C_DIFFERS_UNKNOWN : both ? C_DIFFERS_AND : C_DIFFERS_OR;
  } else {
    site = by_value(w, site);
  }
  for (size_t i = 1; i < 4 && list[i] != NULL; i++) {
    site.between = list[i];
    add(w, node, site);
  }
}

static void unary(walk_t *w, const json_t *node) {
  const char *operator= text_of(node, "opcode");
  const char *const *list = find_operator(operator);
  const long start = place(w->sites, node, false);
  const long end = place(w->sites, node, true);
  const size_t length = strlen(operator);
  const bool postfix = json_is_true(json_object_get(node, "isPostfix"));
  if (start == NO_PLACE || end == NO_PLACE) {
    return;
  }
  const size_t at = (size_t)(postfix ? end - (long)length : start);
  if (strncmp(&w->sites->text[at], operator, length) != 0) {
    return;
  }
  c_site_t site = {.cut = at, .resume = at + length, .before = "", .after = ""};
  if (strchr("!-~", operator[0]) != NULL && length == 1) {
    site.between = operator[0] == '!' ? "!!" : "";
    add(w, node, by_value(w, site));
  } else if (list != NULL && length == 2) {
    site.between = list[1];
    add(w, node, site);
  }
}

static const json_t *bare(const json_t *node) {
  while (is(node, "ImplicitCastExpr") || is(node, "ParenExpr") || is(node, "CStyleCastExpr")) {
    node = child(node, 0);
  }
  return node;
}

// Its own operator is mutated.
static bool has_operator(const json_t *node) {
  const json_t *inner = bare(node);
  return (is(inner, "BinaryOperator") && find_operator(text_of(inner, "opcode")) != NULL) ||
         (is(inner, "UnaryOperator") && strcmp(text_of(inner, "opcode"), "!") == 0);
}

static void condition(walk_t *w, const json_t *node) {
  if (node != NULL && json_object_get(node, "kind") != NULL && !has_operator(node)) {
    wrap(w, node, "!(", ")");
  }
}

static void literal(walk_t *w, const json_t *node) {
  c_site_t site = {.before = "(", .between = "", .after = " + 1)"};
  add(w, node, by_value(w, site));
  if (strtod(text_of(node, "value"), NULL) > 0) {
    site.after = " - 1)";
    add(w, node, by_value(w, site));
  }
}

static const char *const kNumbers[] = {"int",
                                       "unsigned int",
                                       "long",
                                       "unsigned long",
                                       "unsigned long long",
                                       "long long",
                                       "unsigned char",
                                       "unsigned short",
                                       "char",
                                       "short",
                                       "double",
                                       NULL};

static bool is_truth(const char *type) {
  return strcmp(type, "_Bool") == 0 || strcmp(type, "bool") == 0;
}

static void returned(walk_t *w, const json_t *node) {
  const char *type = type_of(node);
  if (has_operator(node) || is(bare(node), "IntegerLiteral")) {
    if (strcmp(type, "_Bool") != 0 || !is(bare(node), "IntegerLiteral")) {
      return;
    }
  }
  if (is_truth(type)) {
    wrap(w, node, "!(", ")");
    return;
  }
  if (is_pointer(node)) {
    const long start = place(w->sites, node, false);
    const long end = place(w->sites, node, true);
    if (start >= 0 && end > start && !from_macro(node)) {  // not of NULL
      add(w, node,
          (c_site_t){.cut = (size_t)start,
                     .resume = (size_t)end,
                     .before = "NULL",
                     .between = "",
                     .after = ""});
    }
    return;
  }
  if (is_one_of(type, kNumbers)) {
    wrap(w, node, "(", ") + 1");
  }
}

static const char *called(const json_t *call) {
  return text_of(json_object_get(bare(child(call, 0)), "referencedDecl"), "name");
}

static bool releases(const char *name) {
  const size_t length = strlen(name);
  for (size_t i = 0; i < ENDS; i++) {
    const size_t n = strlen(kReleasing[i]);
    if (length >= n && strcmp(name + length - n, kReleasing[i]) == 0) {
      return true;
    }
  }
  return false;
}

// The value that is there already may be the one that is assigned.
static void told_by_assignment(walk_t *w, const json_t *node, c_site_t *site) {
  const json_t *left = child(node, 0);
  const json_t *right = child(node, 1);
  const char *type = type_of(left);
  if (strcmp(text_of(node, "opcode"), "=") == 0 && is_pure(left) && is_pure(right) &&
      (is_truth(type) || is_one_of(type, kNumbers)) && between(w->sites, left, right, "=", site)) {
    site->differs = C_DIFFERS_ASSIGNED;
  }
}

static void statement(walk_t *w, const json_t *node) {
  const json_t *inner = bare(node);
  const bool assigns = is(inner, "CompoundAssignOperator") ||
                       (is(inner, "BinaryOperator") && strcmp(text_of(inner, "opcode"), "=") == 0);
  const char *operator= text_of(inner, "opcode");
  const bool counts =
      is(inner, "UnaryOperator") && (strcmp(operator, "++") == 0 || strcmp(operator, "--") == 0);
  c_site_t site = {.before = "", .between = "", .after = "", .deleted = true};
  if (assigns && inner == node) {
    told_by_assignment(w, node, &site);
  }
  if (assigns || counts || (is(inner, "CallExpr") && !releases(called(inner)))) {
    add(w, node, site);
  }
}

static bool is_constant(const json_t *node) {
  static const char *const kConstant[] = {
      "ConstantExpr", "StaticAssertDecl", "UnaryExprOrTypeTraitExpr",
      "EnumDecl",     "RecordDecl",       "OffsetOfExpr"};
  for (size_t i = 0; i < sizeof kConstant / sizeof kConstant[0]; i++) {
    if (is(node, kConstant[i])) {
      return true;
    }
  }
  return is(node, "VarDecl") && strcmp(text_of(node, "storageClass"), "static") == 0;
}

// More memory than is needed is not seen, less only by other tools; hints for caches are not seen.
static bool is_allocation(const json_t *node) {
  static const char *const kNames[] = {"malloc",        "calloc",       "realloc",
                                       "aligned_alloc", "network_take", "__builtin_prefetch"};
  for (size_t i = 0; is(node, "CallExpr") && i < sizeof kNames / sizeof kNames[0]; i++) {
    if (strcmp(called(node), kNames[i]) == 0) {
      return true;
    }
  }
  return false;
}

static void visit(walk_t *w, const json_t *node, const json_t *parent) {
  if (json_object_get(node, "kind") == NULL || is_constant(node) || is_allocation(node) ||
      from_macro(node)) {
    return;
  }
  if (w->depth == DEPTH) {
    abort();
  }
  w->above[w->depth++] = node;
  if (is(node, "BinaryOperator") || is(node, "CompoundAssignOperator")) {
    binary(w, node);
  } else if (is(node, "UnaryOperator")) {
    unary(w, node);
  } else if ((is(node, "IntegerLiteral") || is(node, "FloatingLiteral")) &&
             !is(parent, "InitListExpr")) {
    literal(w, node);
  } else if (is(node, "IfStmt") || is(node, "WhileStmt") || is(node, "ConditionalOperator")) {
    condition(w, child(node, 0));
  } else if (is(node, "ForStmt")) {
    condition(w, child(node, 2));
  } else if (is(node, "ReturnStmt") && child(node, 0) != NULL) {
    returned(w, child(node, 0));
  }
  const json_t *next = is(node, "ImplicitCastExpr") ? parent : node;
  const bool block = is(node, "CompoundStmt") || is(node, "CaseStmt") || is(node, "DefaultStmt");
  size_t i = 0;
  json_t *inner = NULL;
  json_array_foreach(json_object_get(node, "inner"), i, inner) {
    if (block && json_object_get(inner, "kind") != NULL) {
      statement(w, inner);
    }
    visit(w, inner, next);
  }
  w->depth--;
}

// The tree is large, and its names are not to outlive it.
static const char *keep_name(c_sites_t *s, const char *name) {
  char **names = realloc(s->function, (s->functions + 1) * sizeof *names);
  char *copy = strdup(name);
  if (names == NULL || copy == NULL) {
    abort();
  }
  s->function = names;
  names[s->functions++] = copy;
  return copy;
}

void c_sites_free(c_sites_t *s) {
  for (size_t i = 0; i < s->functions; i++) {
    free(s->function[i]);
  }
  free(s->function);
  free(s->site);
}

void c_sites_find(c_sites_t *s, const json_t *tree) {
  size_t i = 0;
  json_t *function = NULL;
  json_array_foreach(json_object_get(tree, "inner"), i, function) {
    if (!is(function, "FunctionDecl") || place(s, function, false) == NO_PLACE ||
        releases(text_of(function, "name"))) {
      continue;
    }
    walk_t w = {.sites = s, .function = keep_name(s, text_of(function, "name"))};
    size_t k = 0;
    json_t *body = NULL;
    json_array_foreach(json_object_get(function, "inner"), k, body) {
      if (is(body, "CompoundStmt")) {
        visit(&w, body, function);
      }
    }
  }
}
