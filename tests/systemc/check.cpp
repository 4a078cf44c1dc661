// check -- see check.h.

#include "check.h"

#include <jansson.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

static int passed, failed;

void check(const std::string &name, bool holds, const std::string &more) {
  holds ? passed++ : failed++;
  std::printf("%s  %s\n", holds ? "ok   " : "FAIL ", name.c_str());
  if (!holds && !more.empty()) {
    std::printf("      %s\n", more.c_str());
  }
  std::fflush(stdout);
}

int checked() {
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

namespace {
struct folder {
  std::filesystem::path path;
  folder() {
    std::string name = (std::filesystem::temp_directory_path() / "nocstep_XXXXXX").string();
    path = mkdtemp(name.data()) != nullptr ? name : ".";
  }
  ~folder() {
    if (path != ".") {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  }
};
}  // namespace

static const std::filesystem::path &work() {
  static const folder own;
  return own.path;
}

std::string file_of(const std::string &name, const std::string &text) {
  const std::filesystem::path path = work() / name;
  std::ofstream(path) << text;
  return path.string();
}

int shell(const std::string &command) {
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string result_of_run(const std::string &scenario, const std::string &options) {
  const char *program = std::getenv("NOCSTEP");
  const std::string out = (work() / "run.json").string();
  const std::string command = std::string(program != nullptr ? program : "build/nocstep") +
                              " run " + scenario + " -q --json " + out + " " + options + " >" +
                              out + ".log";
  if (shell(command) != 0) {
    return "";
  }
  json_t *root = json_load_file(out.c_str(), 0, nullptr);
  for (const char *key : {"links", "coverage", "host"}) {
    (void)json_object_del(root, key);
  }
  char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
  const std::string copy = text != nullptr ? text : "";
  std::free(text);
  json_decref(root);
  return copy;
}

std::string text_of(const std::string &path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string planted(const std::string &file, const std::string &good, const std::string &bad) {
  namespace fs = std::filesystem;
  const fs::path copy = work() / "copy";
  fs::remove_all(copy);
  fs::create_directories(copy / "tb");
  for (const char *folder : {"rtl", "csim", "tb/dut"}) {
    fs::copy(folder, copy / folder, fs::copy_options::recursive);
  }
  std::string source = text_of(copy / file);
  const std::size_t at = source.find(good);
  check("planted: " + bad,
        at != std::string::npos && source.find(good, at + 1) == std::string::npos);
  if (at != std::string::npos) {
    source.replace(at, good.size(), bad);
  }
  std::ofstream(copy / file) << source;
  return copy.string();
}

bool same_json(const std::string &a, const std::string &b) {
  json_t *x = json_loads(a.c_str(), 0, nullptr);
  json_t *y = json_loads(b.c_str(), 0, nullptr);
  const bool same = x != nullptr && y != nullptr && json_equal(x, y) != 0;
  json_decref(x);
  json_decref(y);
  return same;
}
