// generate -- prints nocstep.bash, the shell's completion, from the tables of commands, options and
// scenario keys. `make man` writes the file; tests/cli/test_docs.sh holds the two together.

#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"
#include "papers/papers.h"
#include "scenario/scenario_keys.h"

static void print_names(const option_t *options, size_t count) {
  for (size_t i = 0; i < count; i++) {
    (void)printf(" --%s", options[i].name);
    if (options[i].letter != 0) {
      (void)printf(" -%c", options[i].letter);
    }
  }
}

// How the argument of an option is completed.
static void print_argument(const option_t *option) {
  if (option->argument == NULL) {
    return;
  }
  (void)printf("    --%s", option->name);
  if (option->letter != 0) {
    (void)printf("|-%c", option->letter);
  }
  if (option->type == OPTION_WORD) {
    (void)fputs(") _nocstep_words \"", stdout);
    for (const char *const *word = option->words; *word != NULL; word++) {
      (void)printf("%s%s", word == option->words ? "" : " ", *word);
    }
    (void)puts("\" ;;");
  } else if (strncmp(option->argument, "FILE", 4) == 0) {
    (void)puts(") _nocstep_paths -f ;;");
  } else if (strcmp(option->argument, "DIR") == 0) {
    (void)puts(") _nocstep_paths -d ;;");
  } else if (strncmp(option->argument, "KEY=", 4) == 0) {
    (void)puts(") _nocstep_keys ;;");
  } else {
    (void)puts(") ;;");
  }
}

static void print_arguments(const option_t *options, size_t count) {
  for (size_t i = 0; i < count; i++) {
    print_argument(&options[i]);
  }
}

static void print_command(const command_t *command) {
  size_t n_common = 0;
  size_t n_scenario = 0;
  const option_t *common = common_options(&n_common);
  const option_t *scenario = scenario_options(&n_scenario);
  n_scenario = command->scenario ? n_scenario : 0;
  (void)printf("_nocstep_%s() {\n  case $1 in\n", command->name);
  print_arguments(common, n_common);
  print_arguments(scenario, n_scenario);
  print_arguments(command->options, command->n_options);
  (void)fputs("    *) if [[ $cur == -* ]]; then _nocstep_words \"", stdout);
  print_names(common, n_common);
  print_names(scenario, n_scenario);
  print_names(command->options, command->n_options);
  (void)fputs("\"\n       else ", stdout);
  if (strcmp(command->operands, "[TOPIC]") == 0) {
    (void)fputs("_nocstep_words \"", stdout);
    for (size_t i = 0; list_topic(i) != NULL; i++) {
      (void)printf("%s%s", i > 0 ? " " : "", list_topic(i));
    }
    (void)fputs("\"", stdout);
  } else if (strcmp(command->name, "paper") == 0) {
    (void)fputs("_nocstep_words \"", stdout);
    dir_names_t papers = papers_names();
    for (size_t i = 0; i < papers.count; i++) {
      (void)printf("%s%s", i > 0 ? " " : "", papers.name[i]);
    }
    dir_names_free(&papers);
    (void)fputs("\"", stdout);
  } else if (strcmp(command->name, "dut") == 0) {
    (void)fputs(
        "if ((COMP_CWORD == 2)); then _nocstep_words \"build guess\"; "
        "else _nocstep_paths -f; fi",
        stdout);
  } else {
    (void)fputs("_nocstep_paths -f", stdout);
  }
  (void)puts("; fi ;;\n  esac\n}");
}

static void print_keys(void) {
  size_t count = 0;
  const scenario_key_t *key = scenario_keys(&count);
  (void)fputs(
      "# Of --set: the keys, and behind '=' the words of a key that has some.\n"
      "_nocstep_keys() {\n"
      "  compopt -o nospace 2>/dev/null\n"
      "  _nocstep_words \"",
      stdout);
  for (size_t i = 0; i < count; i++) {
    const char *dot = *key[i].section != '\0' ? "." : "";
    if (key_find(key[i].section, key[i].name) == &key[i]) {
      (void)printf("%s%s%s%s=", i > 0 ? " " : "", key[i].section, dot, key[i].name);
    }
  }
  (void)puts("\"\n}\n_nocstep_values() {\n  case $1 in");
  for (size_t i = 0; i < count; i++) {
    if (key_word(&key[i], 0).name == NULL || key_find(key[i].section, key[i].name) != &key[i]) {
      continue;
    }
    (void)printf("    %s.%s) _nocstep_words \"", key[i].section, key[i].name);
    scenario_word_t word;
    for (size_t k = 0; (word = key_word(&key[i], k)).name != NULL; k++) {
      (void)printf("%s%s", k == 0 ? "" : " ", word.name);
    }
    (void)puts("\" ;;");
  }
  (void)puts("  esac\n}");
}

int main(void) {
  size_t n_commands = 0;
  const command_t *command = commands(&n_commands);
  (void)puts(
      "# Completion of nocstep for bash: source docs/completion/nocstep.bash. For zsh as well, "
      "after\n"
      "# autoload -U bashcompinit && bashcompinit.\n"
      "# Made by docs/completion/generate.c from the tables of the command: make man\n"
      "# shellcheck shell=bash disable=SC2207\n"
      "_nocstep_words() { COMPREPLY=($(compgen -W \"$1\" -- \"$cur\")); }\n"
      "_nocstep_paths() {\n"
      "  compopt -o filenames 2>/dev/null\n"
      "  local IFS=$'\\n'\n"
      "  COMPREPLY=($(compgen \"$1\" -- \"$cur\"))\n"
      "}");
  print_keys();
  for (size_t i = 0; i < n_commands; i++) {
    print_command(&command[i]);
  }
  (void)fputs(
      "_nocstep() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} name=''\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    _nocstep_words \"",
      stdout);
  for (size_t i = 0; i < n_commands; i++) {
    (void)printf("%s ", command[i].name);
  }
  (void)puts(
      "--help --version\"\n"
      "    return\n"
      "  fi\n"
      "  # bash makes a word of '=': of --seed=7 and of --set router.vcs=2.\n"
      "  if [ \"$cur\" = = ]; then\n"
      "    cur='' name=$previous\n"
      "  elif [ \"$previous\" = = ]; then\n"
      "    name=${COMP_WORDS[COMP_CWORD - 2]}\n"
      "  fi\n"
      "  case $name in\n"
      "    --*) previous=$name ;;\n"
      "    ?*) _nocstep_values \"$name\"; return ;;\n"
      "  esac\n"
      "  if declare -F \"_nocstep_${COMP_WORDS[1]}\" >/dev/null; then\n"
      "    \"_nocstep_${COMP_WORDS[1]}\" \"$previous\"\n"
      "  fi\n"
      "}\n"
      "complete -F _nocstep nocstep");
  return 0;
}
