// Charts by uPlot, where it was there when nocstep was built; tables stand for them otherwise. The
// colours are those of the style, and change with it.
const hasCharts = typeof uPlot !== "undefined";
const drawn = [];

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function axis(label, more = {}) {
  return {
    label, labelSize: label ? 20 : 0, gap: 4, labelFont: "12px system-ui, sans-serif", font: "12px system-ui, sans-serif",
    stroke: () => colour("soft"), grid: { stroke: () => colour("line"), width: 1 },
    ticks: { stroke: () => colour("line"), width: 1, size: 5 }, ...more,
  };
}

// Draws into the place of this name, which has no label of its own for those who do not see it:
// `says` is that. `options` is a function of the width.
function chart(name, says, data, options) {
  const place = find(`[data-chart=${name}]`);
  if (!hasCharts || !place || data[0].length === 0) return null;
  place.hidden = false;
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", says);
  const width = () => Math.max(240, place.clientWidth);
  const plot = new uPlot({ width: width(), height: 220, ...options }, data, place);
  new ResizeObserver(() => plot.setSize({ width: width(), height: 220 })).observe(place);
  drawn.push(plot);
  return plot;
}

// Bars around whole numbers.
function bars(fill, size = 0.9) {
  return {
    paths: hasCharts ? uPlot.paths.bars({ size: [size, 90], align: 0 }) : null, points: { show: false },
    fill: () => colour(fill), stroke: () => colour(fill), width: 0,
  };
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  for (const plot of drawn) plot.redraw(false, true);
});
