// The page of a regression: charts of its speed and trend, and which runs are shown.
function speedChart() {
  const runs = page.result.runs.filter((r) => r.wall_s > 0 && r.cycles > 0);
  const speeds = runs.map((r) => r.cycles / r.wall_s).sort((a, b) => b - a);
  chart("speed", "Cycles a second of each run, the fastest first",
    [speeds.map((_, i) => i + 1), speeds], {
      scales: { x: { time: false, range: [0.5, speeds.length + 0.5] }, y: { distr: speeds.length > 1 ? 3 : 1 } },
      axes: [axis("runs, the fastest first", { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10000] }), axis("cycles a second", { size: 66 })],
      series: [{ label: "run" }, { label: "cycles a second", value: (u, v) => (v === null ? "-" : number(Math.round(v))), ...bars("accent") }],
      legend: { show: true },
    });
}

function trendChart() {
  if (page.before.length === 0) return;
  const states = [...page.before, page.result];
  const count = states.map((s) => s.count);
  chart("trend", "Runs that passed and failed, one regression beside the other",
    [states.map((_, i) => i), count.map((c) => c.passed), count.map((c) => c.failed + c.errors)], {
      scales: { x: { time: false, range: [-0.5, states.length - 0.5] }, y: { range: (u, low, high) => [0, Math.max(1, high) * 1.1] } },
      axes: [axis("", { size: 30, incrs: [1], values: (u, at) => at.map((i) => (i === states.length - 1 ? "now" : `${i - states.length + 1}`)) }), axis("runs", { size: 56 })],
      series: [{ label: "regression", value: (u, v) => (v === null ? "-" : v === states.length - 1 ? "now" : page.before[v].file) },
        { label: "passed", stroke: () => colour("ok"), width: 2, points: { size: 8 } },
        { label: "failed", stroke: () => colour("bad"), width: 2, points: { size: 8 } }],
    });
}

function filterRuns() {
  const form = find(".filter");
  const rows = all("#runs tbody tr");
  if (rows.length === 0) return;
  const show = find("#show");
  const words = find("#words");
  const kind = (row) => (row.classList.contains("fail") ? "failed" : row.classList.contains("none") ? "not-run" : "passed");
  const apply = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = (show.value !== "" && kind(row) !== show.value) || !wanted.every((w) => text.includes(w));
      shown += row.hidden ? 0 : 1;
    }
    find("#shown").textContent = `${number(shown)} of ${number(rows.length)} runs`;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply));
  // A link to a run that is not shown shows it.
  addEventListener("hashchange", () => {
    const row = location.hash.startsWith("#run-") && document.getElementById(location.hash.slice(1));
    if (row && row.hidden) {
      form.reset();
      setTimeout(() => row.scrollIntoView({ block: "center" }));
    }
  });
  apply();
}

speedChart();
trendChart();
filterRuns();
