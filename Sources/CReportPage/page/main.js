// The head and the foot, and the parts in their order.

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
