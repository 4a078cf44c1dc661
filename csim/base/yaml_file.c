// yaml_file -- see yaml_file.h.

#include "base/yaml_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/read_file.h"

bool yaml_file_fail(const yaml_file_t *y, yaml_mark_t at, const char *key, const char *found,
                    const char *accepted) {
  return key[0] != '\0' ? noc_fail(y->error, NOC_BAD_INPUT, "%s:%zu:%zu: %s" SAY_IS("%s", "%s"),
                                   y->file, at.line + 1, at.column + 1, key, found, accepted)
                        : noc_fail(y->error, NOC_BAD_INPUT, "%s:%zu:%zu: " SAY_THERE_IS("%s", "%s"),
                                   y->file, at.line + 1, at.column + 1, found, accepted);
}

const char *yaml_file_text(const yaml_node_t *node) {
  return node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

const yaml_node_t *yaml_file_root(yaml_file_t *y) {
  return yaml_document_get_root_node(&y->document);
}

const yaml_node_t *yaml_file_node(yaml_file_t *y, int index) {
  return yaml_document_get_node(&y->document, index);
}

size_t yaml_file_items(const yaml_node_t *node) {
  return node->type == YAML_SEQUENCE_NODE
             ? (size_t)(node->data.sequence.items.top - node->data.sequence.items.start)
             : 1;
}

const yaml_node_t *yaml_file_item(yaml_file_t *y, const yaml_node_t *node, size_t i) {
  return node->type == YAML_SEQUENCE_NODE ? yaml_file_node(y, node->data.sequence.items.start[i])
                                          : node;
}

bool yaml_file_fail_found(const yaml_file_t *y, const yaml_node_t *node, const char *key,
                          const char *accepted) {
  char found[YAML_QUOTED + 8];
  const char *text = yaml_file_text(node);
  if (text != NULL) {
    (void)snprintf(found, sizeof found, "'%.*s'", YAML_QUOTED, text);
  } else {
    (void)snprintf(found, sizeof found, "%s",
                   node->type == YAML_SEQUENCE_NODE ? "a list" : "a mapping");
  }
  return yaml_file_fail(y, node->start_mark, key, found, accepted);
}

static const char *bare(const char *name) {
  return name[0] == '!' ? name + 1 : name;
}

static bool fail_unknown(const yaml_file_t *y, const yaml_node_t *key, const char *const *name,
                         size_t names) {
  const char *word = yaml_file_text(key);
  char found[YAML_QUOTED + NEAREST_HINT + 24];
  nearest_t nearest = nearest_start(word);
  for (size_t i = 0; i < names; i++) {
    nearest_offer(&nearest, bare(name[i]));
  }
  (void)snprintf(found, sizeof found, "the key '%.*s'%s", YAML_QUOTED, word,
                 nearest_hint(&nearest));
  return yaml_file_fail(y, key->start_mark, "", found, nearest.names);
}

bool yaml_file_keys(yaml_file_t *y, const yaml_node_t *node, const char *const *name, size_t names,
                    const yaml_node_t **value) {
  memset(value, 0, names * sizeof(const yaml_node_t *));
  if (node->type != YAML_MAPPING_NODE) {
    nearest_t all = nearest_start("");
    for (size_t i = 0; i < names; i++) {
      nearest_offer(&all, bare(name[i]));
    }
    char accepted[NEAREST_NAMES + 16];
    (void)snprintf(accepted, sizeof accepted, "a mapping of %s", all.names);
    return yaml_file_fail(y, node->start_mark, "",
                          node->type == YAML_SEQUENCE_NODE ? "a list" : "a text", accepted);
  }
  for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
       pair < node->data.mapping.pairs.top; pair++) {
    const yaml_node_t *key = yaml_file_node(y, pair->key);
    size_t i = 0;
    if (yaml_file_text(key) == NULL) {
      return yaml_file_fail(y, key->start_mark, "", "a list or a mapping as a key", "a name");
    }
    while (i < names && strcmp(bare(name[i]), yaml_file_text(key)) != 0) {
      i++;
    }
    if (i == names) {
      return fail_unknown(y, key, name, names);
    }
    if (value[i] != NULL) {
      return yaml_file_fail(y, key->start_mark, bare(name[i]), "given a second time", "given once");
    }
    value[i] = yaml_file_node(y, pair->value);
  }
  for (size_t i = 0; i < names; i++) {
    if (name[i][0] == '!' && value[i] == NULL) {
      return yaml_file_fail(y, node->start_mark, bare(name[i]), "missing", "given");
    }
  }
  return true;
}

static bool no_memory(const yaml_file_t *y) {
  return noc_fail(y->error, NOC_ENVIRONMENT, "%s: out of memory", y->file);
}

static bool fail_broken(const yaml_file_t *y, const yaml_parser_t *parser) {
  // libyaml does not note every lack of memory: then it names no problem.
  if (parser->error == YAML_MEMORY_ERROR || parser->problem == NULL) {
    return no_memory(y);
  }
  char found[YAML_QUOTED * 3];
  (void)snprintf(found, sizeof found, "broken YAML (%s)", parser->problem);
  return yaml_file_fail(y, parser->problem_mark, "", found, y->accepted);
}

// Reads the text once without keeping anything: false if it is broken or too deep.
static bool is_shallow(const yaml_file_t *y, yaml_parser_t *parser) {
  unsigned depth = 0;
  bool ok = true;
  bool more = true;
  while (ok && more) {
    yaml_event_t event;
    if (yaml_parser_parse(parser, &event) == 0) {
      return fail_broken(y, parser);
    }
    const yaml_event_type_t type = event.type;
    depth += type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT;
    depth -= type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT;
    more = type != YAML_DOCUMENT_END_EVENT && type != YAML_STREAM_END_EVENT;
    if (depth > YAML_DEPTH) {
      ok = yaml_file_fail(y, event.start_mark, "", "a list or mapping within 32 others",
                          y->accepted);
    }
    yaml_event_delete(&event);
  }
  return ok;
}

// A list within thousands of others takes libyaml hours to load: the depth is looked at first.
bool yaml_file_parse(yaml_file_t *y, const char *text, size_t length) {
  for (int pass = 0; pass < 2; pass++) {
    yaml_parser_t parser;
    if (yaml_parser_initialize(&parser) == 0) {
      return no_memory(y);
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    const bool ok = pass == 0
                        ? is_shallow(y, &parser)
                        : yaml_parser_load(&parser, &y->document) != 0 || fail_broken(y, &parser);
    yaml_parser_delete(&parser);
    if (!ok) {
      return false;
    }
  }
  return true;
}

bool yaml_file_open(yaml_file_t *y) {
  size_t length = 0;
  char *text = read_file(y->file, &length, y->error);
  const bool ok = text != NULL && yaml_file_parse(y, text, length);
  free(text);
  return ok;
}

void yaml_file_close(yaml_file_t *y) {
  yaml_document_delete(&y->document);
}
