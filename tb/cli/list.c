// list -- `nocstep list [TOPIC]`: the topologies, routings, traffic patterns, collectives, schemes,
// algorithms, papers, scenarios and scenario keys there are, as text and as JSON.

#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "algorithm/algorithm.h"
#include "base/nearest.h"
#include "cli/command.h"
#include "cli/scenario_files.h"
#include "cli/tags.h"
#include "collective/scheme.h"
#include "papers/papers.h"
#include "routing/routing.h"
#include "runs/cli.h"
#include "runs/output.h"
#include "scenario/scenario_keys.h"
#include "scenario/scenario_load.h"
#include "setup/scenario.h"
#include "topology/topology.h"

static json_t *entry(const char *name, const char *meaning) {
  return json_pack("{s:s, s:s}", "name", name, "meaning", meaning);
}

static json_t *list_topologies(void) {
  size_t count = 0;
  const topology_family_t *family = topology_families(&count);
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) {
    json_t *object = entry(family[i].name, family[i].meaning);
    (void)json_object_set_new(object, "example", json_string(family[i].example));
    (void)json_array_append_new(list, object);
  }
  return list;
}

static json_t *list_routings(void) {
  size_t count = 0;
  const routing_name_t *routing = routing_names(&count);
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) {
    (void)json_array_append_new(list, entry(routing[i].name, routing[i].meaning));
  }
  return list;
}

static json_t *list_words(const char *key) {
  json_t *list = json_array();
  scenario_word_t word;
  for (size_t i = 0; (word = scenario_word("workload", key, i)).name != NULL; i++) {
    (void)json_array_append_new(list, entry(word.name, word.meaning));
  }
  return list;
}

static json_t *list_traffic(void) {
  return list_words("traffic");
}

// Each with its schemes; the text shows their names only.
static json_t *list_collectives(void) {
  json_t *list = list_words("collective");
  size_t i = 0;
  json_t *object = NULL;
  json_array_foreach(list, i, object) {
    const char *name = json_string_value(json_object_get(object, "name"));
    json_t *schemes = json_array();
    collective_pair_t pair;
    for (size_t k = 0; collective_pair(k, &pair); k++) {
      if (strcmp(pair.collective->name, name) == 0) {
        (void)json_array_append_new(schemes, entry(pair.scheme->name, pair.use->meaning));
      }
    }
    (void)json_object_set_new(object, "schemes", schemes);
  }
  return list;
}

static json_t *list_schemes(void) {
  return list_words("scheme");
}

static json_t *list_algorithms(void) {
  json_t *list = json_array();
  const algorithm_t *a = NULL;
  for (size_t i = 0; (a = algorithm_at(i)) != NULL; i++) {
    (void)json_array_append_new(list, entry(a->name, a->meaning));
  }
  return list;
}

static json_t *list_papers(void) {
  json_t *list = json_array();
  dir_names_t names = papers_names();
  for (size_t i = 0; i < names.count; i++) {
    noc_error_t error = {0};
    paper_t paper;
    if (paper_open(names.name[i], &(paper_options_t){.seed = 1}, &paper, &error)) {
      json_t *object = entry(paper.name, paper.shows);
      (void)json_object_set_new(object, "title", json_string(paper.title));
      (void)json_array_append_new(list, object);
      paper_close(&paper);
    }
  }
  dir_names_free(&names);
  return list;
}

// A key has a row for each kind of workload that reads it in its own way.
static json_t *list_keys(void) {
  size_t count = 0;
  const scenario_key_t *key = scenario_keys(&count);
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) {
    char name[SCENARIO_KEY];
    char accepted[1024];
    char workloads[KEY_WORKLOADS];
    (void)snprintf(name, sizeof name, "%s%s%s",
                   key[i].list_only ? SCENARIO_LIST ".N" : key[i].section,
                   key[i].section[0] != '\0' ? "." : "", key[i].name);
    json_t *object = entry(name, key[i].help);
    (void)json_object_set_new(object, "accepted",
                              json_string(key_accepted(&key[i], accepted, sizeof accepted)));
    (void)json_object_set_new(
        object, "default", key[i].otherwise != NULL ? json_string(key[i].otherwise) : json_null());
    (void)json_object_set_new(object, "required",
                              json_boolean(key[i].otherwise == NULL && !key[i].optional));
    (void)json_object_set_new(object, "workloads", json_string(key_workloads(&key[i], workloads)));
    (void)json_array_append_new(list, object);
  }
  return list;
}

// The comment on the first line, without its '#'; "" when there is none.
static char *first_comment(const char *path, char *out, size_t size) {
  out[0] = '\0';
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    return out;
  }
  if (fgets(out, (int)size, file) == NULL || out[0] != '#') {
    out[0] = '\0';
  }
  (void)fclose(file);
  out[strcspn(out, "\n")] = '\0';
  size_t skip = strspn(out, "# ");
  memmove(out, out + skip, strlen(out + skip) + 1);
  return out;
}

// The words of `tags:`, found by reading the scenario; a broken one has none.
static void add_tags(json_t *object, const char *path) {
  noc_error_t ignored;
  scenario_t *s = scenario_load(path, NULL, 0, &ignored);
  json_t *tags = json_array();
  char tag[TAG_TEXT];
  for (size_t at = 0; s != NULL && tags_next(s->tags, &at, tag);) {
    (void)json_array_append_new(tags, json_string(tag));
  }
  (void)json_object_set_new(object, "tags", tags);
  scenario_free(s);
}

static json_t *list_scenarios(void) {
  json_t *list = json_array();
  char folder[PATH_MAX];
  size_t count = 0;
  char **files = scenario_folder(folder) ? scenario_files(folder, &count) : NULL;
  for (size_t i = 0; i < count; i++) {
    char comment[160];
    json_t *object = entry(files[i], first_comment(files[i], comment, sizeof comment));
    add_tags(object, files[i]);
    (void)json_array_append_new(list, object);
  }
  scenario_files_free(files, count);
  return list;
}

typedef struct {
  const char *name;
  json_t *(*list)(void);
} topic_t;

static const topic_t kTopics[] = {
    {"topologies", list_topologies},
    {"routings", list_routings},
    {"traffic", list_traffic},
    {"collectives", list_collectives},
    {"schemes", list_schemes},
    {"algorithms", list_algorithms},
    {"papers", list_papers},
    {"scenarios", list_scenarios},
    {"keys", list_keys},
};

enum { N_TOPICS = sizeof kTopics / sizeof kTopics[0] };

const char *list_topic(size_t i) {
  return i < N_TOPICS ? kTopics[i].name : NULL;
}

static bool check_topic(const char *topic, noc_error_t *error) {
  nearest_t nearest = nearest_start(topic);
  for (size_t i = 0; i < N_TOPICS; i++) {
    if (strcmp(kTopics[i].name, topic) == 0) {
      return true;
    }
    nearest_offer(&nearest, kTopics[i].name);
  }
  return noc_fail(error, NOC_BAD_INPUT, "list: " SAY_THERE_IS("no topic '%.60s'%s", "one of %s"),
                  topic, nearest_hint(&nearest), nearest.names);
}

// The topics under their names, one or all.
static json_t *collect(const char *topic) {
  json_t *root = json_pack("{s:s}", "schema", "nocstep.list/1");
  for (size_t i = 0; i < N_TOPICS; i++) {
    if (topic == NULL || strcmp(kTopics[i].name, topic) == 0) {
      (void)json_object_set_new(root, kTopics[i].name, kTopics[i].list());
    }
  }
  return root;
}

// How a line names an object: a topology by its example, since a family alone is no topology.
static const char *shown_name(const json_t *object) {
  const char *example = json_string_value(json_object_get(object, "example"));
  return example != NULL ? example : json_string_value(json_object_get(object, "name"));
}

static void print_list(const json_t *list) {
  size_t i = 0;
  json_t *object = NULL;
  int width = 0;
  json_array_foreach(list, i, object) {
    int length = (int)strlen(shown_name(object));
    width = length > width ? length : width;
  }
  json_array_foreach(list, i, object) {
    (void)printf("  %-*s  %s", width, shown_name(object),
                 json_string_value(json_object_get(object, "meaning")));
    size_t k = 0;
    const json_t *scheme = NULL;
    json_array_foreach(json_object_get(object, "schemes"), k, scheme) {
      (void)printf("%s%s", k == 0 ? ": " : ", ",
                   json_string_value(json_object_get(scheme, "name")));
    }
    const json_t *tags = json_object_get(object, "tags");
    const json_t *tag = NULL;
    json_array_foreach(tags, k, tag) {
      (void)printf("%s%s", k == 0 ? " [" : " ", json_string_value(tag));
    }
    const char *accepted = json_string_value(json_object_get(object, "accepted"));
    const char *otherwise = json_string_value(json_object_get(object, "default"));
    if (accepted != NULL) {
      (void)printf(": %s%s%s%s", accepted, otherwise != NULL ? " (" : "",
                   otherwise != NULL ? otherwise : "", otherwise != NULL ? ")" : "");
    }
    (void)printf("%s\n", json_array_size(tags) > 0 ? "]" : "");
  }
}

static void print_topics(json_t *root) {
  const char *topic = NULL;
  json_t *list = NULL;
  json_object_foreach(root, topic, list) {
    if (json_is_array(list)) {  // not the schema
      (void)printf("%s\n", topic);
      print_list(list);
    }
  }
}

static bool write_json(json_t *root, const char *path, noc_error_t *error) {
  output_t *out = output_open(path, error);
  return out != NULL && output_commit_json(out, json_incref(root), error);
}

int command_list(const cli_t *cli) {
  noc_error_t error = {0};
  const char *topic = cli->operands.count > 0 ? cli->operands.item[0] : NULL;
  if (topic != NULL && !check_topic(topic, &error)) {
    return cli_report(&error);
  }
  json_t *root = collect(topic);
  bool ok = cli->json == NULL || write_json(root, cli->json, &error);
  bool json_on_stdout = cli->json != NULL && strcmp(cli->json, "-") == 0;
  if (ok && !cli->quiet && !json_on_stdout) {
    print_topics(root);
  }
  json_decref(root);
  return ok ? NOC_OK : cli_report(&error);
}
