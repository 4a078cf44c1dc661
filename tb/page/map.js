// A map of the network in an SVG: routers at their places, each link as two curves, one a direction.
// `makeMap` returns what paints it; the numbers are those of page.map.
const spaced = 0.055; // between the two directions of a link, in units of the places

function makeMap(svg, { names = true } = {}) {
  const map = page.map;
  const pad = 0.55;
  const [x0, y0] = map.low;
  const [x1, y1] = map.high;
  const wide = x1 - x0 + 2 * pad;
  const high = y1 - y0 + 2 * pad;
  const at = ([x, y]) => [x - x0 + pad, y1 - y + pad]; // places go up, pictures down
  const made = (name, attributes, inside = svg) => {
    const node = document.createElementNS(svg.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    inside.append(node);
    return node;
  };
  svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);

  // The curve of a link, moved to the right of its direction.
  const curve = ([from, , to, , c1, c2]) => {
    const p = [at(map.routers[from].at), at(c1), at(c2), at(map.routers[to].at)];
    const dx = p[3][0] - p[0][0];
    const dy = p[3][1] - p[0][1];
    const length = Math.hypot(dx, dy) || 1;
    const side = [-dy / length * spaced, dx / length * spaced];
    const moved = p.map(([x, y]) => [x + side[0], y + side[1]]);
    const [a, b, c, d] = moved.map((q) => q.map((v) => v.toFixed(3)).join(" "));
    return `M${a}C${b} ${c} ${d}`;
  };
  const thick = Math.min(0.075, Math.max(0.03, 0.6 / Math.sqrt(map.routers.length)));
  const links = map.links.map((link) => made("path", { d: curve(link), class: "link", "stroke-width": thick }));
  const over = made("g", {});
  // Names as large as fit into the circles; none where they would be too small to read.
  const longest = Math.max(...map.routers.map((r) => r.name.length));
  const size = Math.min(0.16, (2 * map.radius * 0.86) / (longest * 0.58));
  const readable = names && (size / wide) * 1100 > 5.5;
  const routers = map.routers.map((router) => {
    const group = made("g", { class: "router" });
    const [x, y] = at(router.at);
    made("circle", { cx: x, cy: y, r: map.radius }, group);
    if (readable) made("text", { x, y, "font-size": size }, group).textContent = router.name;
    return group;
  });
  return { svg, made, over, links, routers, curve, thick };
}

// Five colours of the style, between them by the share.
function heat(share) {
  const steps = [0, 1, 2, 3, 4].map((i) => `--load-${i}`);
  const place = Math.min(0.9999, Math.max(0, share)) * 4;
  const low = Math.floor(place);
  return `color-mix(in srgb, var(${steps[low + 1]}) ${Math.round((place - low) * 100)}%, var(${steps[low]}))`;
}
