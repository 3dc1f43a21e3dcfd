// What each change, or each point, does to size, time and scores.

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
