"use strict";
// The data, and what every part of the page is made with.

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
