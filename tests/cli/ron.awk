# Reads Rusty Object Notation (github.com/ron-rs/ron) and prints it as JSON, or ends with 1 and the line of what it
# cannot be: awk -f ron.awk FILE. A struct is an object; a tuple, of one value too, and a list are arrays; a map is an
# array of pairs; Some(x) is [x], None null, another variant of an enumeration an object with its name, or its name.
function wrong(what) {
  print FILENAME ": token " at " '" token[at] "': " what >"/dev/stderr"
  failed = 1
  exit 1
}
function take(text) {
  if (token[at] != text) wrong("there must be " text)
  at++
}
# What stands between brackets, with commas, of which the last may be missing; `named`: each with a name and a colon.
function several(close_bracket, kind, out, key) {
  out = ""
  while (token[at] != close_bracket) {
    if (at > tokens) wrong("there must be " close_bracket)
    if (out != "") out = out ","
    if (kind == "struct") {
      if (token[at] !~ /^[A-Za-z_]/) wrong("there must be a field")
      key = token[at++]
      take(":")
      out = out "\"" key "\":" value()
    } else if (kind == "map") {
      key = value()
      take(":")
      out = out "[" key "," value() "]"
    } else out = out value()
    if (token[at] != close_bracket) take(",")
  }
  at++
  return out
}
function bracket() {
  at++
  if (token[at] ~ /^[A-Za-z_]/ && token[at + 1] == ":") return "{" several(")", "struct") "}"
  return "[" several(")", "tuple") "]"
}
function value(name) {
  if (token[at] == "(") return bracket()
  if (token[at] == "[") {
    at++
    return "[" several("]", "list") "]"
  }
  if (token[at] == "{") {
    at++
    return "[" several("}", "map") "]"
  }
  if (token[at] ~ /^"/ || token[at] ~ /^-?[0-9]/ || token[at] ~ /^(true|false)$/) return token[at++]
  if (token[at] == "None") {
    at++
    return "null"
  }
  if (token[at] !~ /^[A-Za-z_]/) wrong("there must be a value")
  name = token[at++]
  if (token[at] != "(") return "\"" name "\""
  return name == "Some" ? bracket() : "{\"" name "\":" bracket() "}"
}
{
  line = $0
  while (line != "") {
    if (match(line, /^[ \t]+/) || match(line, /^\/\/.*/)) {
      line = substr(line, RLENGTH + 1)
      continue
    }
    if (!match(line, /^"([^"\\]|\\["\\])*"/) && !match(line, /^[A-Za-z_][A-Za-z_0-9]*/) &&
        !match(line, /^-?[0-9]+([.][0-9]+)?/) && !match(line, /^[][(){},:]/)) {
      print FILENAME ":" FNR ": " line >"/dev/stderr"
      failed = 1
      exit 1
    }
    token[++tokens] = substr(line, 1, RLENGTH)
    line = substr(line, RLENGTH + 1)
  }
}
END {
  if (failed) exit 1
  at = 1
  text = value()
  if (at <= tokens) wrong("there must be nothing behind the value")
  print text
}
