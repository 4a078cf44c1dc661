// twin_fields -- included once for each unit, with TWIN (the unit) and TWIN_LIST (its list) set:
//
//   <unit>_fields_t                        one array a field of the list, unless TWIN_FIELDS names
//                                          a struct that has them
//   <unit>_twin_layout(s, layout)          the bundle
//   <unit>_take(s, f, arena)               room for the arrays, unless TWIN_FIELDS is set
//   <unit>_get_in(s, f, words)             IN words to arrays
//   <unit>_put_state(s, f, words)          arrays to WIRE, OUT and REG words
//   <unit>_clear_wires(s, f)               WIRE arrays to 0

#define TWIN_JOIN_(a, b) a##b
#define TWIN_JOIN(a, b)  TWIN_JOIN_(a, b)
#define TWIN_NAME(part)  TWIN_JOIN(TWIN, part)
#define TWIN_TEXT_(a)    #a
#define TWIN_TEXT(a)     TWIN_TEXT_(a)
#define TWIN_SKIP(...)

#ifndef TWIN_FIELDS
#define TWIN_FIELDS                              TWIN_NAME(_fields_t)
#define IN(name, type, bits, by, radix, meaning) type *name;
#define WIRE                                     IN
#define OUT                                      IN
#define REG                                      IN
typedef struct {
#include TWIN_LIST
} TWIN_FIELDS;
#undef IN
#define IN(name, type, bits, by, radix, meaning) \
  f->name = arena_take(arena, sizeof(type), DIMENSIONS_COUNT(by));
static void TWIN_NAME(_take)(const noc_shape_t *s, TWIN_FIELDS *f, arena_t *arena) {
  (void)s;
#include TWIN_LIST
}
#undef IN
#undef WIRE
#undef OUT
#undef REG
#endif

#define IN(...)   BUNDLE_ADD(FIELD_IN, __VA_ARGS__)
#define WIRE(...) BUNDLE_ADD(FIELD_WIRE, __VA_ARGS__)
#define OUT(...)  BUNDLE_ADD(FIELD_OUT, __VA_ARGS__)
#define REG(...)  BUNDLE_ADD(FIELD_REG, __VA_ARGS__)
void TWIN_NAME(_twin_layout)(const noc_shape_t *s, bundle_layout_t *layout) {
  (void)s;
  bundle_begin(layout, TWIN_TEXT(TWIN));
#include TWIN_LIST
}
#undef IN
#undef WIRE
#undef OUT
#undef REG

#define IN(name, type, bits, by, radix, meaning)                                       \
  bundle_unpack(f->name, words, sizeof(type), (unsigned)(bits), DIMENSIONS_COUNT(by)); \
  words += ((unsigned)(bits)*DIMENSIONS_COUNT(by) + 31) / 32;
#define WIRE TWIN_SKIP
#define OUT  TWIN_SKIP
#define REG  TWIN_SKIP
static void TWIN_NAME(_get_in)(const noc_shape_t *s, const TWIN_FIELDS *f, const uint32_t *words) {
  (void)s;
#include TWIN_LIST
}
#undef IN
#undef WIRE
#undef OUT
#undef REG

#define IN TWIN_SKIP
#define WIRE(name, type, bits, by, radix, meaning)                                   \
  bundle_pack(words, f->name, sizeof(type), (unsigned)(bits), DIMENSIONS_COUNT(by)); \
  words += ((unsigned)(bits)*DIMENSIONS_COUNT(by) + 31) / 32;
#define OUT WIRE
#define REG WIRE
static void TWIN_NAME(_put_state)(const noc_shape_t *s, const TWIN_FIELDS *f, uint32_t *words) {
  (void)s;
#include TWIN_LIST
}
#undef WIRE
#undef OUT
#undef REG

#define WIRE(name, type, bits, by, radix, meaning) \
  memset(f->name, 0, DIMENSIONS_COUNT(by) * sizeof(type));
#define OUT TWIN_SKIP
#define REG TWIN_SKIP
static void TWIN_NAME(_clear_wires)(const noc_shape_t *s, const TWIN_FIELDS *f) {
  (void)s;
  (void)f;
#include TWIN_LIST
}
#undef IN
#undef WIRE
#undef OUT
#undef REG

#undef TWIN_SKIP
#undef TWIN_TEXT
#undef TWIN_TEXT_
#undef TWIN_NAME
#undef TWIN_JOIN
#undef TWIN_JOIN_
#undef TWIN_FIELDS
#undef TWIN_LIST
#undef TWIN
