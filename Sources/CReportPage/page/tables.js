// Sortable tables, and the columns that they share.

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
