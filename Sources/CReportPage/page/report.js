"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const { points, pictures, measures, rows } = data;

  // Texts come from file names and settings: they only ever become text nodes.
  function el(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (value === true) node.setAttribute(key, "");
      else if (value !== false && value != null) node.setAttribute(key, value);
    }
    node.append(...children.filter((child) => child != null));
    return node;
  }
  function svg(tag, attributes = {}, ...children) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  }

  // ---- Numbers as people read them ----
  const fixed = (value, digits) => (value == null || Number.isNaN(value) ? "–" : value.toFixed(digits));
  const percent = (ratio) => {
    if (ratio == null) return "–";
    const value = (ratio - 1) * 100;
    const text = Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : value.toFixed(1);
    return (Number(value.toFixed(1)) === 0 ? "0.0" : (value > 0 ? "+" : "") + text.replace("-", "−")) + " %";
  };
  const signed = (value, digits) =>
    value == null ? "–" : Number(value.toFixed(digits)) === 0 ? (0).toFixed(digits)
      : (value > 0 ? "+" : "") + value.toFixed(digits).replace("-", "−");
  const bytes = (count) => {
    if (count == null) return "–";
    if (count < 1000) return count + " B";
    const [value, unit] = count < 999500 ? [count / 1e3, "kB"] : count < 999.5e6 ? [count / 1e6, "MB"] : [count / 1e9, "GB"];
    return value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0) + " " + unit;
  };
  const milliseconds = (value) =>
    value == null ? "–" : value < 9995 ? value.toFixed(value < 9.95 ? 1 : 0) + " ms" : (value / 1000).toFixed(1) + " s";
  const counted = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");
  const score = (value, m) => (value === null ? "∞" : fixed(value, measures[m].digits));

  // ---- Rows by picture and point ----
  const table = new Map();
  for (const row of rows) {
    const [picture, point, format, byteCount, bitsPerPixel, encode, deviation, total, sharedWith, ...scores] = row;
    table.set(picture * points.length + point, {
      picture, point, format, bytes: byteCount, bitsPerPixel, encode, deviation, total,
      sharedWith: sharedWith < 0 ? null : sharedWith, scores,
    });
  }
  const at = (picture, point) => table.get(picture * points.length + point);
  const measured = [...table.values()];

  // ---- Head ----
  byId("subtitle").textContent = `${counted(pictures.length, "picture")}, ${counted(points.length, "point")}` +
    `${data.runs > 1 ? `, ${data.runs} runs each` : ""} · ${data.started.replace("T", " ").replace("Z", " UTC")}`;
  const base = points[0].summary;
  const sourceBytes = pictures.reduce((sum, picture) => sum + (picture.bytes || 0), 0);
  const tile = (value, label) => el("div", { class: "tile" }, el("b", {}, value), el("span", {}, label));
  const tiles = byId("tiles");
  tiles.append(tile(bytes(sourceBytes), `in ${counted(pictures.length, "source")}`));
  if (base.pictures > 0) {
    tiles.append(tile(bytes(base.bytes), points[0].label), tile(fixed(base.bitsPerPixel, 2), "bits a pixel"));
    measures.forEach((measure, m) => {
      if (base.scores[m]) tiles.append(tile(fixed(base.scores[m].mean, 1), `mean ${measure.title}`));
    });
    tiles.append(tile(milliseconds(base.total), "a picture: decode, resize, encode"));
  }

  // ---- Changes ----
  // p10 and p90; nothing where all pictures are alike.
  const spread = (low, high) =>
    low == null || percent(low) === percent(high) ? null : `${percent(low).replace(" %", "")} to ${percent(high)}`;
  function bar(ratio, reach, between) {
    const value = ratio == null ? 0 : Math.log(Math.max(ratio, 1e-6));
    const part = Math.min(1, Math.abs(value) / reach) * 50;
    const fill = el("div", { class: "bar-fill " + (value < 0 ? "less" : "more") });
    fill.style.width = part + "%";
    fill.style.left = (value < 0 ? 50 - part : 50) + "%";
    const track = el("div", { class: "bar-track", "aria-hidden": "true" });
    if (ratio != null && Math.abs(value) > 5e-4) track.append(fill);
    return el("td", { class: "bar" }, el("div", { class: "bar-cell" }, track,
      el("span", {}, percent(ratio)), between ? el("small", {}, between) : null));
  }
  // The picture that fares worst at a point, or by a change: a step into its drill-down.
  function worst(point, m, isSweep) {
    const [score, measure] = [point.summary.scores[m], measures[m]];
    const change = score && score.change;
    const isFelt = change && (Number(change.worstDifference.toFixed(measure.digits)) || Number(change.mean.toFixed(measure.digits)));
    if (!(isSweep ? score : isFelt)) return el("td", { class: "extra left soft" }, "–");
    const picture = isSweep ? score.worst : change.worst;
    const text = isSweep ? fixed(score.worstScore, measure.digits) : signed(change.worstDifference, measure.digits);
    const { name } = pictures[picture];
    return el("td", { class: "extra left worst" },
      el("button", { type: "button", title: `Show ${name}`, onclick: () => showPicture(picture, point.index) }, `${text} ${name}`));
  }
  let showPicture = () => {};
  function drawChanges() {
    const compared = points.filter((point) => point.index !== point.reference && point.summary.pictures > 0);
    if (compared.length === 0) return;
    byId("changes").hidden = false;
    const isSweep = !data.showsNeighbours;
    if (isSweep) byId("changes-title").textContent = "Point by point";
    byId("changes-lead").textContent = (isSweep
      ? `Each point against ${points.some((p) => p.side === "old") ? "the old configuration" : `“${points[0].label}”`}`
      : "One step to each side of every setting that has an effect, against the settings as configured") +
      ": geometric means over the pictures that the change affects, with the 10th and 90th percentiles of sizes; mean differences of scores." +
      (data.runs < 5 ? " Times of fewer than five runs are a rough guide." : "");
    // Ratios of more than a factor of three would leave nothing of the others to see.
    const reach = (key) => Math.min(Math.log(3), Math.max(0.05, ...compared.map((p) => Math.abs(Math.log(p.summary[key] || 1)))));
    const [sizeReach, timeReach] = [reach("sizeRatio"), reach("totalRatio")];
    const body = el("tbody");
    let group = null;
    for (const point of compared) {
      const [key, value] = point.coordinates[0] || ["", ""];
      let name = point.label;
      if (!isSweep) {
        if (key !== group) {
          group = key;
          body.append(el("tr", { class: "group" }, el("td", { colspan: 4 + 2 * measures.length }, key)));
        }
        name = `${shown(point.before)} → ${shown(value)}`;
      }
      const summary = point.summary;
      const affected = summary.pictures - summary.unaffected;
      body.append(el("tr", {},
        el("td", { class: "name" }, name), bar(summary.sizeRatio, sizeReach, spread(summary.sizeRatioP10, summary.sizeRatioP90)), bar(summary.totalRatio, timeReach),
        ...measures.map((measure, m) => {
          const change = summary.scores[m] && summary.scores[m].change;
          const difference = change ? change.mean : null;
          const rounded = difference == null ? 0 : Number(difference.toFixed(measure.digits));
          const good = measure.lowerIsBetter ? rounded < 0 : rounded > 0;
          return el("td", { class: rounded === 0 ? "soft" : good ? "less" : "more" }, signed(difference, measure.digits));
        }),
        ...measures.map((_, m) => worst(point, m, isSweep)),
        el("td", { class: "soft extra" }, summary.unaffected > 0 ? `${affected} of ${summary.pictures}` : `${affected}`)));
    }
    byId("changes-body").append(el("div", { class: "scroll" }, el("table", {},
      el("thead", {}, el("tr", {}, el("th", {}, isSweep ? "Point" : "Change"), el("th", {}, "Size"), el("th", {}, "Time"),
        ...measures.map((measure) => el("th", {}, measure.title)),
        ...measures.map((measure) => el("th", { class: "extra left" }, measures.length > 1 ? `Worst ${measure.title}` : "Worst picture")),
        el("th", { class: "extra" }, "Pictures"))), body)));
  }
  const shown = (text) => (text === "" ? "none" : text === "null" ? "not set" : text);

  // ---- Rate and distortion ----
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

  // ---- Sortable tables ----
  function sortable(columns, list, options = {}) {
    const holder = el("div");
    const state = { column: options.column ?? -1, descending: options.descending ?? false, shown: options.limit ?? 200, list };
    function draw() {
      const sorted = [...state.list];
      if (state.column >= 0) {
        const value = columns[state.column].value;
        sorted.sort((a, b) => {
          const [u, v] = [value(a), value(b)];
          if (u == null || v == null) return (u == null) - (v == null);
          return (typeof u === "string" ? u.localeCompare(v, "en", { numeric: true }) : u - v) * (state.descending ? -1 : 1);
        });
      }
      const head = el("tr", {}, ...columns.map((column, index) => el("th", {
        scope: "col", class: column.left ? "left" : null,
        "aria-sort": state.column === index ? (state.descending ? "descending" : "ascending") : null,
      }, el("button", { type: "button", onclick: () => {
        state.descending = state.column === index ? !state.descending : false;
        state.column = index;
        draw();
      } }, column.title))));
      const body = el("tbody", {}, ...sorted.slice(0, state.shown).map((row) => {
        const canSelect = options.onselect && options.canSelect(row);
        const line = el("tr", {
          class: [canSelect ? "selectable" : "", row.sharedWith == null ? "" : "shared"].join(" ").trim() || null, tabindex: canSelect ? 0 : null,
          "aria-selected": options.isSelected && options.isSelected(row) ? "true" : null,
        }, ...columns.map((column) => el("td", { class: [column.left ? "left" : "", column.name ? "name" : "", column.class ? column.class(row) : ""].join(" ").trim() || null }, column.text(row))));
        if (canSelect) {
          line.addEventListener("click", () => options.onselect(row));
          line.addEventListener("keydown", (event) => { if (event.key === "Enter") options.onselect(row); });
        }
        return line;
      }));
      holder.replaceChildren(el("div", { class: "scroll" }, el("table", {}, el("thead", {}, head), body)));
      if (sorted.length > state.shown) {
        holder.append(el("button", { type: "button", class: "more-rows", onclick: () => { state.shown *= 4; draw(); } },
          `Show more (${sorted.length - state.shown} of ${sorted.length} hidden)`));
      }
    }
    draw();
    return { node: holder, set(next) { state.list = next; draw(); } };
  }
  const figures = [
    // What comes to the same as another point is dim.
    { title: "Format", value: (r) => r.format, text: (r) => r.format, left: true },
    { title: "Size", value: (r) => r.bytes, text: (r) => bytes(r.bytes) },
    { title: "Bits/px", value: (r) => r.bitsPerPixel, text: (r) => fixed(r.bitsPerPixel, 3) },
    { title: "Encode", value: (r) => r.encode, text: (r) => milliseconds(r.encode) + (data.runs > 1 ? ` ± ${fixed(r.deviation, 1)}` : "") },
    { title: "Whole", value: (r) => r.total, text: (r) => milliseconds(r.total) },
    ...measures.map((measure, m) => ({ title: measure.title, value: (r) => (r.scores[m] === null ? Infinity : r.scores[m]), text: (r) => score(r.scores[m], m) })),
  ];
  const pointColumn = { title: "Point", value: (r) => r.point, text: (r) => points[r.point].label, left: true, name: true };

  // ---- Picture by picture ----
  function drawPictures() {
    if (measured.length === 0) return;
    byId("pictures").hidden = false;
    const seen = Object.keys(data.previews).map(Number);
    const state = { picture: seen.length ? data.worstFirst[0] : measured[0].picture, point: null, split: 50, zoom: 1 };
    const picker = el("select", { onchange: (event) => { choose(Number(event.target.value)); } },
      ...pictures.map((picture, p) => el("option", { value: p }, picture.name + (data.previews[p] ? "" : seen.length ? " (without preview)" : ""))));
    const zoom = el("button", { type: "button", "aria-pressed": "false", onclick: () => {
      state.zoom = state.zoom === 1 ? 2 : 1;
      zoom.setAttribute("aria-pressed", String(state.zoom === 2));
      view();
    } }, "Zoom 2×");
    byId("picture-controls").append(el("label", { class: "wide" }, "Picture", picker), zoom);
    function choose(picture) {
      state.picture = picture;
      const preview = data.previews[picture];
      const known = preview ? Object.keys(preview.after).map(Number) : [];
      if (!known.includes(state.point)) state.point = known.length ? known[known.length > 1 ? 1 : 0] : null;
      picker.value = picture;
      view();
      list();
    }
    function view() {
      const holder = byId("picture-view");
      const preview = data.previews[state.picture];
      zoom.hidden = !preview;
      if (!preview || state.point == null) return holder.replaceChildren();
      const after = preview.after[state.point];
      const before = preview.before[after.before];
      const stage = el("div", { class: "stage" + (state.zoom === 2 ? " zoomed" : "") },
        el("img", { src: before.uri, width: before.width * state.zoom, height: before.height * state.zoom, alt: "before encoding", draggable: "false" }),
        el("img", { class: "after", src: after.uri, alt: "after encoding", draggable: "false" }),
        el("div", { class: "divider" }), el("span", { class: "tag left" }, "before"), el("span", { class: "tag right" }, "after"));
      const range = el("input", { type: "range", min: 0, max: 100, step: 0.5, value: state.split, "aria-label": "Border between before and after" });
      const move = (value) => {
        state.split = Math.max(0, Math.min(100, value));
        stage.style.setProperty("--split", state.split + "%");
        range.value = state.split;
      };
      range.addEventListener("input", () => move(Number(range.value)));
      const drag = (event) => {
        const box = stage.getBoundingClientRect();
        move(((event.clientX - box.left) / box.width) * 100);
      };
      stage.addEventListener("pointerdown", (event) => { stage.setPointerCapture(event.pointerId); drag(event); });
      stage.addEventListener("pointermove", (event) => { if (event.buttons) drag(event); });
      move(state.split);
      const row = at(state.picture, state.point);
      const words = [points[state.point].label, row ? bytes(row.bytes) : null,
        ...measures.map((measure, m) => (row && row.scores[m] !== undefined ? `${measure.title} ${score(row.scores[m], m)}` : null))];
      holder.replaceChildren(el("div", { class: "compare" }, stage, range, el("p", {}, words.filter(Boolean).join(" · ")),
        el("p", {}, before.isCrop ? "A cut-out of the picture, pixel for pixel, where it was damaged most." : "The whole picture, pixel for pixel.")));
    }
    function list() {
      const mine = measured.filter((row) => row.picture === state.picture);
      const preview = data.previews[state.picture];
      const first = at(state.picture, 0);
      // There are not cut-outs of every point.
      const previewed = (row) => [row.point, row.sharedWith].find((point) => preview.after[point]);
      const columns = [pointColumn, ...figures, {
        title: "Of first", value: (r) => (first ? r.bytes / first.bytes : null), text: (r) => (first ? fixed(r.bytes / first.bytes, 3) : "–"),
      }];
      byId("picture-table").replaceChildren(sortable(columns, mine, {
        canSelect: (row) => preview && previewed(row) != null,
        onselect: (row) => { state.point = previewed(row); view(); list(); },
        isSelected: (row) => preview && row.point === state.point,
      }).node);
    }
    choose(state.picture);
    showPicture = (picture, point) => { state.point = point; choose(picture); byId("pictures").scrollIntoView(); };
  }

  // ---- Everything ----
  function drawAll() {
    if (measured.length === 0) return (byId("all").hidden = true);
    const full = sortable([
      { title: "Picture", value: (r) => pictures[r.picture].name, text: (r) => pictures[r.picture].name, left: true, name: true },
      pointColumn, ...figures,
    ], measured, { limit: 50 });
    byId("all-controls").append(el("label", { class: "wide" }, "Filter by picture or point", el("input", { type: "search", oninput: (event) => {
      const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
      full.set(measured.filter((row) => {
        const text = (pictures[row.picture].name + " " + points[row.point].label + " " + row.format).toLowerCase();
        return words.every((word) => text.includes(word));
      }));
    } })));
    byId("all-table").append(full.node);
  }

  drawChanges();
  drawRate();
  drawPictures();
  drawAll();
  if (data.failures.length) {
    byId("failures").hidden = false;
    byId("failure-list").append(...data.failures.map((text) => el("li", {}, text)));
  }
  byId("footer").append(
    el("p", {}, `imgtune ${data.program} · ${Object.entries(data.libraries).map(([name, version]) => `${name} ${version}`).join(", ")} · ${data.host}`),
    el("p", {}, el("code", {}, data.command)));
  document.body.dataset.ready = "true";
})();
