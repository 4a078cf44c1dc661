# browser -- sourced by tests that look at a page: a Chromium without a window, spoken to by its
# DevTools protocol over two pipes, so that keys and clicks are those of a reader.
#   browser_start; browser_open FILE WIDTH HEIGHT light|dark; browser_eval EXPRESSION;
#   browser_key KEY; browser_click SELECTOR; browser_picture FILE.png; browser_end
# Lines of browser.said are what the page has said on its console, in errors and exceptions; those of
# browser.asked the addresses that it asked for.
# shellcheck shell=bash

browser_start() {
  mkfifo browser.in browser.out
  HOME=$PWD ${CHROMIUM:-chromium} --headless --no-sandbox --disable-gpu --hide-scrollbars --disable-extensions \
    --user-data-dir="$PWD/browser.data" --remote-debugging-pipe about:blank 3<browser.in 4>browser.out >browser.log 2>&1 &
  browser=$!
  exec 8>browser.in 9<browser.out
  : >browser.said
  : >browser.asked
  browser_session=
  local target
  target=$(browser_ask Target.createTarget '{"url": "about:blank"}' | jq -r .targetId)
  browser_session=$(browser_ask Target.attachToTarget "{\"targetId\": \"$target\", \"flatten\": true}" | jq -r .sessionId)
  [ -n "$browser_session" ] || return
  local domain
  for domain in Page Runtime Log Network; do browser_ask $domain.enable >browser.last; done
}

browser_end() {
  exec 8>&- 9<&-
  kill "$browser" 2>browser.last
  wait "$browser" 2>browser.last
}

# Prints the result of a command; keeps what comes before it and matters.
browser_ask() { # METHOD [PARAMETERS]
  local answer id
  id=$(($(cat browser.id 2>browser.err || echo 0) + 1))
  echo "$id" >browser.id
  jq -cn --arg m "$1" --argjson p "${2:-"{}"}" --arg s "$browser_session" --argjson id "$id" \
    '{id: $id, method: $m, params: $p} + if $s == "" then {} else {sessionId: $s} end' | tr '\n' '\0' >&8
  while IFS= read -r -d '' -t 120 -u 9 answer; do
    case $answer in
      "{\"id\":$id,"*)
        jq -c 'if .error then {failed: .error} else .result end' <<<"$answer"
        return
        ;;
      *'"Network.requestWillBeSent"'*) jq -r .params.request.url <<<"$answer" >>browser.asked ;;
      *'"Runtime.exceptionThrown"'*) jq -c '.params.exceptionDetails | .exception.description // .text' <<<"$answer" >>browser.said ;;
      *'"Log.entryAdded"'*) jq -c .params.entry.text <<<"$answer" >>browser.said ;;
      *'"Runtime.consoleAPICalled"'*) jq -c '.params.args[0].value' <<<"$answer" >>browser.said ;;
      *'"Page.loadEventFired"'*) : >browser.loaded ;;
    esac
  done
  return 1
}

browser_open() { # FILE WIDTH HEIGHT SCHEME
  rm -f browser.loaded
  browser_ask Emulation.setDeviceMetricsOverride "{\"width\": $2, \"height\": $3, \"deviceScaleFactor\": 1, \"mobile\": false}" >browser.last
  browser_ask Emulation.setEmulatedMedia "{\"features\": [{\"name\": \"prefers-color-scheme\", \"value\": \"$4\"}]}" >browser.last
  browser_ask Page.navigate "$(jq -cn --arg url "file://$(realpath "${1%%#*}")${1#"${1%%#*}"}" '{$url}')" >browser.last
  local tries=0
  until [ -e browser.loaded ] || [ $((tries += 1)) -gt 300 ]; do browser_eval 1 >browser.last; sleep 0.1; done
}

# The value of an expression, as JSON.
browser_eval() {
  browser_ask Runtime.evaluate "$(jq -cn --arg e "$1" '{expression: $e, returnByValue: true}')" |
    jq -c 'if .exceptionDetails then {failed: .exceptionDetails.exception.description} else .result.value end'
}

browser_key() { # KEY: as the DOM names it
  local code=0
  case $1 in Tab) code=9 ;; Enter) code=13 ;; ArrowLeft) code=37 ;; ArrowUp) code=38 ;; ArrowRight) code=39 ;;
    ArrowDown) code=40 ;; Home) code=36 ;; End) code=35 ;; ' ') code=32 ;; esac
  local kind=rawKeyDown text=
  case $1 in Enter) kind=keyDown text="\\r" ;; " ") kind=keyDown text=" " ;; esac
  browser_ask Input.dispatchKeyEvent "{\"type\": \"$kind\", \"key\": \"$1\", \"code\": \"$1\", \"windowsVirtualKeyCode\": $code${text:+, \"text\": \"$text\"}}" >browser.last
  browser_ask Input.dispatchKeyEvent "{\"type\": \"keyUp\", \"key\": \"$1\", \"code\": \"$1\", \"windowsVirtualKeyCode\": $code}" >browser.last
}

browser_click() { # SELECTOR
  local place type
  place=$(browser_eval "(() => {const e = document.querySelector('$1'); e.scrollIntoView({block: 'center', behavior: 'instant'});
    const r = e.getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2}})()")
  for type in mousePressed mouseReleased; do
    browser_ask Input.dispatchMouseEvent "$(jq -c --arg t $type '. + {type: $t, button: "left", clickCount: 1}' <<<"$place")" >browser.last
  done
}

browser_picture() { # FILE [whole]
  browser_ask Page.captureScreenshot "{\"captureBeyondViewport\": $([ -n "${2:-}" ] && echo true || echo false)}" | jq -r .data | base64 -d >"$1"
}
