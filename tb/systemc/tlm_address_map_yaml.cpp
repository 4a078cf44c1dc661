// tlm_address_map_yaml -- reads an address map; see tlm_address_map.h.

#include <yaml.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tlm_address_map.h"

namespace nocstep {

namespace {

// Says that something is wrong at a place of a file, in one line whatever the file holds.
[[noreturn]] void refuse(const std::string &place, const std::string &what,
                         const std::string &accepted) {
  std::string line = place + ": " + what + "; it must be " + accepted;
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
  throw std::invalid_argument(line);
}

struct parser {
  explicit parser(const std::string &text) {
    if (yaml_parser_initialize(&yaml) == 0) {
      throw std::bad_alloc();
    }
    yaml_parser_set_input_string(&yaml, reinterpret_cast<const unsigned char *>(text.data()),
                                 text.size());
  }
  ~parser() {
    yaml_parser_delete(&yaml);
  }
  parser(const parser &) = delete;
  parser &operator=(const parser &) = delete;

  yaml_parser_t yaml;
};

class reader {
 public:
  reader(const std::string &name, const std::string &text) : name_(name) {
    refuse_deep(text);
    parser p(text);
    if (yaml_parser_load(&p.yaml, &document_) == 0) {
      refuse_broken(p);
    }
  }
  ~reader() {
    yaml_document_delete(&document_);
  }
  reader(const reader &) = delete;
  reader &operator=(const reader &) = delete;

  tlm_address_map map() {
    const yaml_node_t *root = yaml_document_get_root_node(&document_);
    const yaml_node_t *list = nullptr;
    if (root == nullptr || root->type != YAML_MAPPING_NODE) {
      refuse(root != nullptr ? place(root->start_mark) : name_, "the file has no keys", kWhole);
    }
    for (auto *p = root->data.mapping.pairs.start; p < root->data.mapping.pairs.top; p++) {
      const yaml_node_t *key = node(p->key);
      if (text(key) != "ranges" || list != nullptr) {
        refuse(
            place(key->start_mark),
            "key is '" + text(key) + (list != nullptr && text(key) == "ranges" ? "', again" : "'"),
            "ranges, once");
      }
      list = node(p->value);
    }
    if (list == nullptr || list->type != YAML_SEQUENCE_NODE) {
      refuse(place(root->start_mark), "ranges is no list", kWhole);
    }
    tlm_address_map map;
    for (auto *i = list->data.sequence.items.start; i < list->data.sequence.items.top; i++) {
      map.add(range(node(*i)));
    }
    if (map.ranges().empty()) {
      refuse(place(list->start_mark), "ranges is empty", kWhole);
    }
    return map;
  }

 private:
  static constexpr int kDeepest = 32;
  static constexpr const char *kWhole = "ranges: with items {base: .., size: .., node: ..}";

  const yaml_node_t *node(int index) {
    return yaml_document_get_node(&document_, index);
  }

  [[noreturn]] void refuse_broken(const parser &p) const {
    // libyaml does not note every lack of memory: then it names no problem.
    if (p.yaml.error == YAML_MEMORY_ERROR || p.yaml.problem == nullptr) {
      throw std::bad_alloc();
    }
    refuse(place(p.yaml.problem_mark),
           std::string("the text is broken YAML (") + p.yaml.problem + ")", kWhole);
  }

  // A list within thousands of others takes libyaml hours to load; a map has three levels.
  void refuse_deep(const std::string &text) const {
    parser p(text);
    int depth = 0;
    for (bool more = true; more;) {
      yaml_event_t event;
      if (yaml_parser_parse(&p.yaml, &event) == 0) {
        refuse_broken(p);
      }
      const yaml_event_type_t type = event.type;
      const yaml_mark_t at = event.start_mark;
      yaml_event_delete(&event);
      depth += static_cast<int>(type == YAML_SEQUENCE_START_EVENT) +
               static_cast<int>(type == YAML_MAPPING_START_EVENT) -
               static_cast<int>(type == YAML_SEQUENCE_END_EVENT) -
               static_cast<int>(type == YAML_MAPPING_END_EVENT);
      more = type != YAML_DOCUMENT_END_EVENT && type != YAML_STREAM_END_EVENT;
      if (depth > kDeepest) {
        refuse(place(at), "the text has lists within lists", kWhole);
      }
    }
  }

  std::string place(const yaml_mark_t &at) const {
    return name_ + ":" + std::to_string(at.line + 1) + ":" + std::to_string(at.column + 1);
  }

  static std::string text(const yaml_node_t *n) {
    return n->type == YAML_SCALAR_NODE ? reinterpret_cast<const char *>(n->data.scalar.value)
                                       : "..";
  }

  // "0x1000", "4096", "4K", "16M", "1G"
  std::uint64_t number(const yaml_node_t *n, const std::string &key, std::uint64_t most) const {
    const std::string word = text(n);
    char *end = nullptr;
    errno = 0;
    // A number with a leading zero is octal to some and decimal to others.
    const bool hexadecimal =
        word.size() > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
    const bool padded = word.size() > 1 && word[0] == '0' && word[1] >= '0' && word[1] <= '9';
    std::uint64_t value = std::strtoull(word.c_str(), &end, hexadecimal ? 16 : 10);
    bool ok = !word.empty() && word[0] >= '0' && word[0] <= '9' && !padded && errno == 0;
    const char *unit = *end != '\0' ? std::strchr("KMG", *end) : nullptr;
    if (ok && unit != nullptr) {
      const int shift = unit[0] == 'K' ? 10 : unit[0] == 'M' ? 20 : 30;
      ok = value <= UINT64_MAX >> shift;
      value <<= shift;
      end++;
    }
    if (!ok || *end != '\0' || value > most) {
      refuse(place(n->start_mark), key + " is '" + word + "'",
             "a number such as 4096, 0x1000 or 4K");
    }
    return value;
  }

  tlm_range range(const yaml_node_t *item) {
    tlm_range r;
    r.place = place(item->start_mark);
    bool base = false;
    bool size = false;
    bool to = false;
    bool offset = false;
    if (item->type != YAML_MAPPING_NODE) {
      refuse(r.place, "the range is '" + text(item) + "'", "{base: .., size: .., node: ..}");
    }
    for (auto *p = item->data.mapping.pairs.start; p < item->data.mapping.pairs.top; p++) {
      const std::string key = text(node(p->key));
      const yaml_node_t *value = node(p->value);
      bool *seen = key == "base"     ? &base
                   : key == "size"   ? &size
                   : key == "node"   ? &to
                   : key == "offset" ? &offset
                                     : nullptr;
      if (seen == nullptr || *seen) {
        refuse(place(node(p->key)->start_mark),
               "key is '" + key + (seen != nullptr ? "', again" : "'"),
               "base, size, node or offset, each once");
      }
      *seen = true;
      const std::uint64_t n = number(value, key, key == "node" ? UINT32_MAX : UINT64_MAX);
      (key == "base" ? r.base : key == "size" ? r.size : r.offset) = key == "node" ? r.offset : n;
      r.node = key == "node" ? static_cast<std::uint32_t>(n) : r.node;
    }
    if (!base || !size || !to) {
      refuse(r.place,
             std::string(!base   ? "base"
                         : !size ? "size"
                                 : "node") +
                 " is missing",
             "in every range");
    }
    return r;
  }

  std::string name_;
  yaml_document_t document_{};
};

}  // namespace

tlm_address_map tlm_address_map::parse(const std::string &text, const std::string &name) {
  return reader(name, text).map();
}

tlm_address_map tlm_address_map::read(const std::string &file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  errno = 0;
  if (in && in.peek() != std::ifstream::traits_type::eof()) {
    text << in.rdbuf();  // fails where there is nothing
  }
  if (errno != 0 || in.bad()) {
    throw std::invalid_argument(file + ": cannot be read: " + std::strerror(errno));
  }
  return parse(text.str(), file);
}

}  // namespace nocstep
