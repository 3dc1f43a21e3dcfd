// Rate and distortion: the plot, its Pareto front and the curves.

const series = (index) => `var(--series-${index % 6})`;
function ticks(low, high, count) {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
  const list = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step * 1e-9; value += step) list.push(Number(value.toPrecision(12)));
  return list;
}
function logTicks(low, high) {
  const list = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const digit of [1, 2, 5]) {
      const value = digit * 10 ** power;
      if (value >= low && value <= high) list.push(Number(value.toPrecision(3)));
    }
  }
  return high / low > 6 ? list : ticks(low, high, 6);
}
function front(list, lowerIsBetter) {
  const kept = [];
  for (const dot of [...list].sort((a, b) => a.x - b.x)) {
    const last = kept.length ? kept[kept.length - 1].y : lowerIsBetter ? Infinity : -Infinity;
    if (lowerIsBetter ? dot.y < last : dot.y > last) kept.push(dot);
  }
  return kept;
}
const geometric = (values) => Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
// The pictures with a finite score at the first point; the mean of a point is over all of them or not drawn.
const common = (m) => pictures.map((_, p) => p).filter((p) => at(p, 0) && at(p, 0).scores[m] != null);
function dots(m, picture) {
  return points.flatMap((point) => {
    if (picture >= 0) {
      const row = at(picture, point.index);
      return row && row.scores[m] != null ? [{ point, x: row.bitsPerPixel, y: row.scores[m], bytes: row.bytes }] : [];
    }
    // A mean over other pictures would be no other place on the same curve.
    const list = common(m).map((p) => at(p, point.index));
    if (list.length === 0 || list.some((row) => !row || row.scores[m] == null)) return [];
    return [{
      point, x: geometric(list.map((row) => row.bitsPerPixel)), y: list.reduce((sum, row) => sum + row.scores[m], 0) / list.length,
      bytes: list.reduce((sum, row) => sum + row.bytes, 0),
    }];
  });
}
function drawRate() {
  const usable = measures.map((_, m) => m).filter((m) => dots(m, -1).length >= 2);
  if (usable.length === 0) return;
  byId("rate").hidden = false;
  byId("rate-lead").textContent = "Up and to the left is better. The dashed line is the Pareto front: what no other point " +
    "beats in both size and score. Bits a pixel are on a logarithmic scale.";
  const state = { measure: usable[0], picture: -1 };
  const controls = byId("rate-controls");
  if (usable.length > 1) {
    controls.append(el("label", {}, "Measure", el("select", { onchange: (event) => { state.measure = Number(event.target.value); draw(); } },
      ...usable.map((m) => el("option", { value: m }, measures[m].title)))));
  }
  controls.append(el("label", { class: "wide" }, "Picture", el("select", { onchange: (event) => { state.picture = Number(event.target.value); draw(); } },
    el("option", { value: -1 }, `mean of ${counted(common(usable[0]).length, "picture")}`), ...pictures.map((picture, p) => el("option", { value: p }, picture.name)))));
  const curveOf = new Map();
  data.curves.forEach((curve, index) => curve.points.forEach((point) => curveOf.set(point, index)));
  const holder = byId("rate-plot");

  function draw() {
    const measure = measures[state.measure];
    const list = dots(state.measure, state.picture);
    holder.replaceChildren();
    if (list.length === 0) return holder.append(el("p", { class: "soft" }, "This picture has no finite scores."));
    const narrow = holder.clientWidth < 560;
    const [width, height] = narrow ? [420, 340] : [1000, 440];
    const margin = { left: 52, right: 16, top: 14, bottom: 44 };
    let [lowX, highX] = [Math.min(...list.map((d) => d.x)), Math.max(...list.map((d) => d.x))];
    let [lowY, highY] = [Math.min(...list.map((d) => d.y)), Math.max(...list.map((d) => d.y))];
    [lowX, highX] = [lowX / 1.12, highX * 1.12];
    const pad = Math.max((highY - lowY) * 0.08, 10 ** -measure.digits);
    [lowY, highY] = [lowY - pad, highY + pad];
    const x = (value) => margin.left + (Math.log(value / lowX) / Math.log(highX / lowX)) * (width - margin.left - margin.right);
    const y = (value) => height - margin.bottom - ((value - lowY) / (highY - lowY)) * (height - margin.top - margin.bottom);
    const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${measure.title} over bits a pixel` });
    let lastLabel = -Infinity;
    for (const tick of logTicks(lowX, highX)) {
      root.append(svg("line", { class: "grid", x1: x(tick), x2: x(tick), y1: margin.top, y2: height - margin.bottom }));
      if (x(tick) - lastLabel < 36) continue;
      lastLabel = x(tick);
      root.append(svg("text", { x: x(tick), y: height - margin.bottom + 18, "text-anchor": "middle" }, String(tick)));
    }
    for (const tick of ticks(lowY, highY, narrow ? 5 : 7)) {
      root.append(
        svg("line", { class: "grid", x1: margin.left, x2: width - margin.right, y1: y(tick), y2: y(tick) }),
        svg("text", { x: margin.left - 8, y: y(tick) + 4, "text-anchor": "end" }, String(tick)));
    }
    root.append(
      svg("line", { class: "axis", x1: margin.left, x2: width - margin.right, y1: height - margin.bottom, y2: height - margin.bottom }),
      svg("text", { x: (margin.left + width - margin.right) / 2, y: height - 8, "text-anchor": "middle" }, "bits a pixel"),
      svg("text", { x: 14, y: (margin.top + height - margin.bottom) / 2, "text-anchor": "middle",
        transform: `rotate(-90 14 ${(margin.top + height - margin.bottom) / 2})` }, measure.title + (measure.unit ? `, ${measure.unit}` : "")));
    const path = (line) => line.map((d, i) => `${i ? "L" : "M"}${x(d.x).toFixed(1)} ${y(d.y).toFixed(1)}`).join("");
    data.curves.forEach((curve, index) => {
      const line = curve.points.map((p) => list.find((d) => d.point.index === p)).filter(Boolean).sort((a, b) => a.x - b.x);
      if (line.length > 1) root.append(svg("path", { class: "curve", d: path(line), stroke: series(index) }));
    });
    const best = front(list, measure.lowerIsBetter);
    if (best.length > 1) root.append(svg("path", { class: "front", d: path(best) }));
    const tip = el("div", { class: "tip", hidden: true });
    // The configuration in force lies on top.
    for (const dot of [...list].sort((a, b) => b.point.index - a.point.index)) {
      const index = curveOf.has(dot.point.index) ? curveOf.get(dot.point.index) : 0;
      const isBase = data.showsNeighbours && dot.point.index === 0;
      if (isBase) root.append(svg("circle", { class: "halo", cx: x(dot.x), cy: y(dot.y), r: 10, stroke: series(1) }));
      const mark = svg("circle", { class: "dot", cx: x(dot.x), cy: y(dot.y), r: isBase ? 6 : 5.5, fill: series(isBase ? 1 : index), tabindex: 0,
        "aria-label": `${dot.point.label}: ${fixed(dot.x, 3)} bits a pixel, ${fixed(dot.y, measure.digits)}` });
      const show = () => {
        tip.textContent = `${dot.point.label}: ${fixed(dot.x, 3)} bits a pixel, ${bytes(dot.bytes)}, ${measure.title} ${fixed(dot.y, measure.digits)}`;
        tip.hidden = false;
        const scale = holder.clientWidth / width;
        const left = x(dot.x) * scale;
        tip.style.left = Math.max(0, Math.min(holder.clientWidth - tip.offsetWidth, left - tip.offsetWidth / 2)) + "px";
        tip.style.top = (y(dot.y) * scale > tip.offsetHeight + 20 ? y(dot.y) * scale - tip.offsetHeight - 12 : y(dot.y) * scale + 14) + "px";
      };
      mark.addEventListener("pointerenter", show);
      mark.addEventListener("focus", show);
      mark.addEventListener("pointerleave", () => { tip.hidden = true; });
      mark.addEventListener("blur", () => { tip.hidden = true; });
      root.append(mark);
    }
    holder.append(el("div", { class: "plot" }, root, tip));
  }
  const legend = byId("rate-legend");
  data.curves.forEach((curve, index) => {
    const mark = el("i");
    mark.style.borderColor = series(index);
    legend.append(el("span", {}, mark, curve.label));
  });
  if (data.showsNeighbours) {
    const mark = el("i");
    mark.style.borderColor = series(1);
    legend.append(el("span", {}, mark, "as configured"));
  }
  legend.append(el("span", {}, el("i", { class: "dashed" }), "Pareto front"));
  byId("rate-sentences").append(...data.comparisons.map((sentence) => el("li", {}, sentence)));
  draw();
  let frame = 0;
  window.addEventListener("resize", () => { cancelAnimationFrame(frame); frame = requestAnimationFrame(draw); });
}
