// Numbers as people read them.

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
