// The page of a run: the load of links over time, latencies, journeys of packets, who waits.
const percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 2 : 1)} %`;

// --- the map of loads, a window of cycles at a time

function loads() {
  const map = page.map;
  if (map === null || map.links.length === 0) return null;
  find("#map-area").hidden = false;
  const drawing = makeMap(find("#map"));
  const windows = page.windows;
  const total = page.result.links.map((link) => link.flits);
  const all = page.result.cycles;
  let from = 0;
  const starts = windows.cycles.map((c) => (from += c) - c);
  const slider = find("#window");
  const whole = find("#whole");
  const state = { picked: null };
  const share = (link) => (whole.checked ? total[link] / Math.max(1, all)
    : windows.flits[slider.value][link] / windows.cycles[slider.value]);
  // One scale for all windows, so that they can be told apart.
  const most = () => {
    let top = 0;
    if (whole.checked) for (const flits of total) top = Math.max(top, flits / Math.max(1, all));
    else windows.flits.forEach((row, w) => row.forEach((flits) => (top = Math.max(top, flits / windows.cycles[w]))));
    return top || 1;
  };
  const scale = { whole: null, windows: null };
  const top = () => (scale[whole.checked ? "whole" : "windows"] ??= most());

  const nameOf = (r) => map.routers[r].name;
  const says = () => {
    if (state.picked === null) return "A link or router that is pointed at or focused says its numbers here.";
    const [kind, n] = state.picked;
    if (kind === "link") {
      const [a, port, b] = map.links[n];
      return `Link ${nameOf(a)} to ${nameOf(b)}, port ${port}: ${percent(share(n))} of cycles; ${number(total[n])} flits in the run.`;
    }
    const out = map.links.map((link, i) => [link, i]).filter(([link]) => link[0] === n);
    return `Router ${nameOf(n)}: ` + out.map(([link, i]) => `to ${nameOf(link[2])} ${percent(share(i))}`).join(", ");
  };
  const paint = () => {
    const limit = top();
    drawing.links.forEach((path, i) => { path.style.stroke = heat(share(i) / limit); });
    find("#legend-top").textContent = `${percent(limit)} of cycles`;
    const w = Number(slider.value);
    const text = whole.checked ? `0 to ${number(all)}` : `${number(starts[w])} to ${number(starts[w] + windows.cycles[w])} of ${number(all)}`;
    find("#window-says").textContent = text;
    slider.setAttribute("aria-valuetext", `cycles ${text}`);
    find("#picked").textContent = says();
  };
  const pick = (kind, n) => {
    state.picked = [kind, n];
    drawing.routers.forEach((r, i) => r.classList.toggle("on", kind === "router" && i === n));
    find("#picked").textContent = says();
  };

  // Links are thin: a wide one that is not seen is what the pointer meets.
  map.links.forEach((link, i) => {
    const hit = drawing.made("path", { d: drawing.curve(link), class: "hit", "stroke-width": 0.11 }, drawing.over);
    hit.addEventListener("pointerenter", () => pick("link", i));
    hit.addEventListener("click", () => pick("link", i));
  });
  // Routers can be walked through by the keyboard: one stop, and arrows from there.
  drawing.routers.forEach((group, i) => {
    group.setAttribute("tabindex", i === 0 ? "0" : "-1");
    group.setAttribute("role", "button");
    group.setAttribute("aria-label", `router ${nameOf(i)}`);
    group.addEventListener("focus", () => pick("router", i));
    group.addEventListener("pointerenter", () => pick("router", i));
    group.addEventListener("keydown", (event) => {
      const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = nearest(i, step);
      if (next !== null) {
        group.setAttribute("tabindex", "-1");
        drawing.routers[next].setAttribute("tabindex", "0");
        drawing.routers[next].focus();
      }
    });
  });
  // The nearest router in a direction, those straight ahead before others.
  const nearest = (i, [dx, dy]) => {
    const [x, y] = map.routers[i].at;
    let best = null;
    let cost = Infinity;
    map.routers.forEach((r, k) => {
      const along = (r.at[0] - x) * dx + (r.at[1] - y) * dy;
      const aside = Math.abs((r.at[0] - x) * dy) + Math.abs((r.at[1] - y) * dx);
      if (along > 0.01 && along + 3 * aside < cost) [best, cost] = [k, along + 3 * aside];
    });
    return best;
  };

  find("#map").setAttribute("role", "group");
  if (windows.cycles.length > 0) {
    find("#time").hidden = false;
    slider.max = windows.cycles.length - 1;
    const busy = windows.flits.map((row, w) => row.reduce((a, b) => a + b, 0) / windows.cycles[w]);
    slider.value = busy.indexOf(Math.max(...busy));
    slider.addEventListener("input", () => { whole.checked = false; paint(); });
    whole.addEventListener("change", paint);
    play(slider, () => { whole.checked = false; paint(); });
  } else {
    whole.checked = true;
  }
  paint();
  return { paint, slider, starts };
}

function play(slider, painted) {
  const button = find("#play");
  let timer = null;
  const stop = () => {
    clearInterval(timer);
    timer = null;
    button.textContent = "Play";
    button.setAttribute("aria-pressed", "false");
  };
  button.addEventListener("click", () => {
    if (timer !== null) return stop();
    if (Number(slider.value) === Number(slider.max)) slider.value = 0;
    button.textContent = "Stop";
    button.setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      if (Number(slider.value) === Number(slider.max)) return stop();
      slider.value = Number(slider.value) + 1;
      painted();
    }, 180);
  });
}

// The mean and the most of all links, a point a window.
function loadChart(shown) {
  if (shown === null || shown.starts.length < 2) return;
  const windows = page.windows;
  const mean = windows.flits.map((row, w) => (100 * row.reduce((a, b) => a + b, 0)) / row.length / windows.cycles[w]);
  const most = windows.flits.map((row, w) => (100 * Math.max(...row)) / windows.cycles[w]);
  const share = (u, v) => (v === null || v === undefined ? "-" : `${v.toFixed(1)} %`);
  const plot = chart("load", "The mean and the largest load of the links over time", [shown.starts, mean, most], {
    scales: { x: { time: false }, y: { range: (u, low, high) => [0, Math.min(100, high * 1.1) || 1] } },
    axes: [axis("cycle"), axis("% of cycles in use", { size: 56 })],
    series: [{ label: "from cycle", value: (u, v) => (v === null ? "-" : number(v)) },
      { label: "mean of all links", stroke: () => colour("accent"), width: 2, points: { show: false }, value: share },
      { label: "busiest link", stroke: () => colour("second"), width: 2, points: { show: false }, value: share }],
    hooks: { draw: [(u) => {
      // Where the slider is.
      const x = u.valToPos(shown.starts[shown.slider.value], "x", true);
      u.ctx.save();
      u.ctx.strokeStyle = colour("ink");
      u.ctx.setLineDash([4, 4]);
      u.ctx.beginPath();
      u.ctx.moveTo(x, u.bbox.top);
      u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
      u.ctx.stroke();
      u.ctx.restore();
    }] },
  });
  if (plot === null) return;
  shown.slider.addEventListener("input", () => plot.redraw(false));
  plot.over.addEventListener("click", () => {
    if (plot.cursor.idx === null) return;
    shown.slider.value = plot.cursor.idx;
    shown.slider.dispatchEvent(new Event("input"));
  });
}

function latencyChart() {
  const { from, width, count } = page.histogram;
  if (count.length === 0) return;
  // A long tail is seen on a logarithmic scale alone.
  const long = Math.max(...count) > 200;
  chart("latency", "How many packets had which latency", [count.map((_, i) => from + i * width), count.map((n) => n || null)], {
    scales: { x: { time: false, range: [from - width, from + width * count.length] }, y: long ? { distr: 3, range: (u, low, high) => [0.7, high * 1.5] } : { range: (u, low, high) => [0, high * 1.05] } },
    axes: [axis("latency in cycles"), axis(long ? "packets, logarithmic" : "packets", { size: 64 })],
    series: [{ label: "cycles", value: (u, v) => (v === null ? "-" : width > 1 ? `${number(v)} to ${number(v + width - 1)}` : number(v)) },
      { label: "packets", value: (u, v) => (v === null || v === undefined ? "-" : number(v)), ...bars("accent", 0.95) }],
  });
}

// --- journeys

const stages = ["injection", "route", "queue", "VC", "switch", "link", "ejection"];

// The spans of a packet's head: where, stage, from, to. The queue of its source, which may be longer
// than all the rest, is told in words.
function spans(journey) {
  const p = journey.packet;
  const rows = [];
  const row = (where, ...parts) => {
    const known = parts.filter(([, a, b]) => a !== null && b !== null && b > a);
    rows.push({ where, parts: known.sort((x, y) => x[1] - y[1]) });
  };
  row("interface", [0, p.accepted, p.entered]);
  // A packet under way is still in the first stage that has no end.
  const now = page.result.cycles;
  for (const h of journey.hops) {
    const open = [[2, h.arrival + 1, h.front], [3, h.front, h.granted], [4, h.granted, h.first], [5, h.first, h.onward]].find(([, , b]) => b === null);
    if (open) open[2] = now;
    row(h.router, ...(open ? [open] : []), [1, h.arrival, h.arrival + 1], [2, h.arrival + 1, h.front], [3, h.front, h.granted], [4, h.granted, h.first], [5, h.first, h.onward]);
  }
  row("host", [6, p.arrived, p.head_delivered], [6, p.head_delivered, p.tail_delivered]);
  return rows.filter((r) => r.parts.length > 0);
}

function drawWay(journey, place) {
  const rows = spans(journey);
  if (rows.length === 0) return;
  const from = rows[0].parts[0][1];
  const before = from - journey.packet.created;
  const to = Math.max(...rows.flatMap((r) => r.parts.map(([, , b]) => b)));
  const list = element("div", { class: "gantt", role: "img", "aria-label": "Cycles of each stage; the table has them too" });
  for (const { where, parts } of rows) {
    const line = element("div", { class: "stages" });
    let at = from;
    for (const [stage, a, b] of parts) {
      if (a > at) line.append(element("i", { style: `width:${(100 * (a - at)) / (to - from)}%` }));
      line.append(element("i", { class: `s${stage}`, style: `width:${(100 * (b - a)) / (to - from)}%`, title: `${stages[stage]}: ${b - a} cycles, ${a} to ${b}` }));
      at = b;
    }
    list.append(element("span", {}, where), line);
  }
  const keys = element("ul", { class: "keys" });
  stages.forEach((name, i) => keys.append(element("li", {}, element("i", { class: `s${i}` }), name)));
  place.append(element("p", { class: "sub" }, `${number(before)} cycles in the source queue, then ${number(to - from)} from cycle ${number(from)} to ${number(to)}:`), list, keys);
  place.hidden = false;
}

// Tabs, of which one journey is shown: arrows go from one to the next.
function journeys() {
  const articles = all(".journey");
  if (articles.length === 0) return;
  page.journeys.forEach((journey, i) => drawWay(journey, find(".way", articles[i])));
  const bar = find("#journey-tabs");
  bar.hidden = false;
  bar.setAttribute("role", "tablist");
  bar.setAttribute("aria-label", "Packets");
  const tabs = articles.map((article, i) => {
    const p = page.journeys[i].packet;
    const cycles = (p.tail_delivered ?? page.result.cycles) - p.created;
    const tab = element("button", { type: "button", role: "tab", id: `tab-${i}`, "aria-controls": article.id }, `packet ${p.id}: ${number(cycles)}`);
    article.setAttribute("role", "tabpanel");
    article.setAttribute("aria-labelledby", tab.id);
    bar.append(tab);
    return tab;
  });
  const show = (n) => {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === n));
      tab.tabIndex = i === n ? 0 : -1;
      articles[i].hidden = i !== n;
    });
  };
  tabs.forEach((tab, i) => {
    tab.addEventListener("click", () => show(i));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowRight: (i + 1) % tabs.length, ArrowLeft: (i + tabs.length - 1) % tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      show(to);
      tabs[to].focus();
    });
  });
  show(0);
}

// --- who waits: the routers of the chain, and the links behind the outputs that they wait for

function waiting() {
  if (page.map === null || page.waiting === null || page.waiting.chain === 0) return;
  find("#wait-figure").hidden = false;
  const drawing = makeMap(find("#wait-map"));
  drawing.links.forEach((path) => { path.style.stroke = "var(--line)"; });
  for (const entry of page.waiting.entries.slice(0, page.waiting.chain)) {
    if (entry.in !== "router") continue;
    drawing.routers[entry.place].classList.add("bad");
    const link = page.map.links.findIndex(([router, port]) => router === entry.place && port === entry.out_port);
    if (link >= 0) drawing.made("path", { d: drawing.curve(page.map.links[link]), class: "wait", "stroke-width": drawing.thick * 1.3 }, drawing.over);
  }
}

loadChart(loads());
latencyChart();
journeys();
waiting();
