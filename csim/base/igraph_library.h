// igraph_library -- igraph, in the place of <igraph/igraph.h>: see late_library.h.

#ifndef NOC_IGRAPH_LIBRARY_H
#define NOC_IGRAPH_LIBRARY_H

#include <igraph/igraph.h>

#include "base/late_library.h"

// All of it that is called.
#define IGRAPH_CALLS(CALL)                 \
  CALL(igraph_automorphism_group)          \
  CALL(igraph_cattribute_EAN_setv)         \
  CALL(igraph_cattribute_GAS_set)          \
  CALL(igraph_cattribute_VAN_set)          \
  CALL(igraph_cattribute_VAN_setv)         \
  CALL(igraph_cattribute_VAS_set)          \
  CALL(igraph_cattribute_table)            \
  CALL(igraph_create)                      \
  CALL(igraph_destroy)                     \
  CALL(igraph_distances)                   \
  CALL(igraph_ecount)                      \
  CALL(igraph_edge_connectivity)           \
  CALL(igraph_error_handler_ignore)        \
  CALL(igraph_layout_fruchterman_reingold) \
  CALL(igraph_layout_kamada_kawai)         \
  CALL(igraph_matrix_destroy)              \
  CALL(igraph_matrix_init)                 \
  CALL(igraph_rng_default)                 \
  CALL(igraph_rng_seed)                    \
  CALL(igraph_set_attribute_table)         \
  CALL(igraph_set_error_handler)           \
  CALL(igraph_strerror)                    \
  CALL(igraph_vector_destroy)              \
  CALL(igraph_vector_init)                 \
  CALL(igraph_vector_int_destroy)          \
  CALL(igraph_vector_int_init)             \
  CALL(igraph_vector_int_list_destroy)     \
  CALL(igraph_vector_int_list_get_ptr)     \
  CALL(igraph_vector_int_list_init)        \
  CALL(igraph_vector_int_list_size)        \
  CALL(igraph_vector_int_push_back)        \
  CALL(igraph_vector_int_resize)           \
  CALL(igraph_version)                     \
  CALL(igraph_vss_all)                     \
  CALL(igraph_vss_vector)                  \
  CALL(igraph_write_graph_graphml)

typedef struct {
#define CALL(name) __typeof__(&name) name;
  IGRAPH_CALLS(CALL)
#undef CALL
} igraph_calls_t;

extern igraph_calls_t igraph_calls;

// Loads it at the first call; it must have been called before any of these. NOC_ENVIRONMENT if it
// cannot be loaded.
bool igraph_library(noc_error_t *error);

#define igraph_automorphism_group          igraph_calls.igraph_automorphism_group
#define igraph_cattribute_EAN_setv         igraph_calls.igraph_cattribute_EAN_setv
#define igraph_cattribute_GAS_set          igraph_calls.igraph_cattribute_GAS_set
#define igraph_cattribute_VAN_set          igraph_calls.igraph_cattribute_VAN_set
#define igraph_cattribute_VAN_setv         igraph_calls.igraph_cattribute_VAN_setv
#define igraph_cattribute_VAS_set          igraph_calls.igraph_cattribute_VAS_set
#define igraph_cattribute_table            (*igraph_calls.igraph_cattribute_table)
#define igraph_create                      igraph_calls.igraph_create
#define igraph_destroy                     igraph_calls.igraph_destroy
#define igraph_distances                   igraph_calls.igraph_distances
#define igraph_ecount                      igraph_calls.igraph_ecount
#define igraph_edge_connectivity           igraph_calls.igraph_edge_connectivity
#define igraph_error_handler_ignore        igraph_calls.igraph_error_handler_ignore
#define igraph_layout_fruchterman_reingold igraph_calls.igraph_layout_fruchterman_reingold
#define igraph_layout_kamada_kawai         igraph_calls.igraph_layout_kamada_kawai
#define igraph_matrix_destroy              igraph_calls.igraph_matrix_destroy
#define igraph_matrix_init                 igraph_calls.igraph_matrix_init
#define igraph_rng_default                 igraph_calls.igraph_rng_default
#define igraph_rng_seed                    igraph_calls.igraph_rng_seed
#define igraph_set_attribute_table         igraph_calls.igraph_set_attribute_table
#define igraph_set_error_handler           igraph_calls.igraph_set_error_handler
#define igraph_strerror                    igraph_calls.igraph_strerror
#define igraph_vector_destroy              igraph_calls.igraph_vector_destroy
#define igraph_vector_init                 igraph_calls.igraph_vector_init
#define igraph_vector_int_destroy          igraph_calls.igraph_vector_int_destroy
#define igraph_vector_int_init             igraph_calls.igraph_vector_int_init
#define igraph_vector_int_list_destroy     igraph_calls.igraph_vector_int_list_destroy
#define igraph_vector_int_list_get_ptr     igraph_calls.igraph_vector_int_list_get_ptr
#define igraph_vector_int_list_init        igraph_calls.igraph_vector_int_list_init
#define igraph_vector_int_list_size        igraph_calls.igraph_vector_int_list_size
#define igraph_vector_int_push_back        igraph_calls.igraph_vector_int_push_back
#define igraph_vector_int_resize           igraph_calls.igraph_vector_int_resize
#define igraph_version                     igraph_calls.igraph_version
#define igraph_vss_all                     igraph_calls.igraph_vss_all
#define igraph_vss_vector                  igraph_calls.igraph_vss_vector
#define igraph_write_graph_graphml         igraph_calls.igraph_write_graph_graphml

#endif
