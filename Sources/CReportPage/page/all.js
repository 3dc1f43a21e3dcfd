// All measurements, with a filter.

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
