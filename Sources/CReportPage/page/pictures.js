// Picture by picture: before and after with a border to drag, and every measurement.

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
