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
# What stands between brackets, with commas, of which the last may be missing. In a struct each has a name and a colon, in a map a key.
# Everything is printed as it comes: strings that grow would be copied for each of thousands of values.
function several(close_bracket, kind, more) {
  while (token[at] != close_bracket) {
    if (at > tokens) wrong("there must be " close_bracket)
    if (more++) printf ","
    if (kind == "struct") {
      if (token[at] !~ /^[A-Za-z_]/) wrong("there must be a field")
      printf "\"%s\":", token[at++]
      take(":")
      value()
    } else if (kind == "map") {
      printf "["
      value()
      take(":")
      printf ","
      value()
      printf "]"
    } else value()
    if (token[at] != close_bracket) take(",")
  }
  at++
}
function list(close_bracket, kind) {
  printf kind == "struct" ? "{" : "["
  several(close_bracket, kind)
  printf kind == "struct" ? "}" : "]"
}
function bracket() {
  at++
  list(")", token[at] ~ /^[A-Za-z_]/ && token[at + 1] == ":" ? "struct" : "tuple")
}
function value(name) {
  if (token[at] == "(") bracket()
  else if (token[at] == "[") {
    at++
    list("]", "list")
  } else if (token[at] == "{") {
    at++
    list("}", "map")
  } else if (token[at] ~ /^"/ || token[at] ~ /^-?[0-9]/ || token[at] ~ /^(true|false)$/) printf "%s", token[at++]
  else if (token[at] == "None") {
    at++
    printf "null"
  } else if (token[at] !~ /^[A-Za-z_]/) wrong("there must be a value")
  else {
    name = token[at++]
    if (token[at] != "(") printf "\"%s\"", name
    else if (name == "Some") bracket()
    else {
      printf "{\"%s\":", name
      bracket()
      printf "}"
    }
  }
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
  value()
  if (at <= tokens) wrong("there must be nothing behind the value")
  print ""
}
