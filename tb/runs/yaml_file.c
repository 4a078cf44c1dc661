// yaml_file -- see yaml_file.h.

#include "runs/yaml_file.h"

#include <stdio.h>

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

static bool load(yaml_file_t *y, yaml_parser_t *parser) {
  const bool ok = yaml_parser_load(parser, &y->document) != 0;
  if (!ok) {
    char found[YAML_QUOTED * 3];
    (void)snprintf(found, sizeof found, "broken YAML (%s)",
                   parser->problem != NULL ? parser->problem : "unknown problem");
    (void)yaml_file_fail(y, parser->problem_mark, "", found, y->accepted);
  }
  yaml_parser_delete(parser);
  return ok;
}

static bool no_memory(const yaml_file_t *y) {
  return noc_fail(y->error, NOC_ENVIRONMENT, "%s: out of memory", y->file);
}

bool yaml_file_parse(yaml_file_t *y, const char *text, size_t length) {
  yaml_parser_t parser;
  if (yaml_parser_initialize(&parser) == 0) {
    return no_memory(y);
  }
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
  return load(y, &parser);
}

bool yaml_file_open(yaml_file_t *y) {
  yaml_parser_t parser;
  FILE *in = fopen(y->file, "rb");
  if (in == NULL) {
    return noc_fail_file(y->error, y->file, "opened");
  }
  bool ok = yaml_parser_initialize(&parser) != 0 || no_memory(y);
  if (ok) {
    yaml_parser_set_input_file(&parser, in);
    ok = load(y, &parser);
  }
  (void)fclose(in);
  return ok;
}

void yaml_file_close(yaml_file_t *y) {
  yaml_document_delete(&y->document);
}
