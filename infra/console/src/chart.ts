import { words } from "./format";
import type { Chart, Preview } from "./types";

const MOST_BARS = 30;
const DATE = /^\d{4}-\d{2}(-\d{2})?/;

/** A bar or line chart of a result that suits one: a label or a time, and a figure. Null where a table says it better. */
export function chartOf(preview: Preview, hint: string): Chart | null {
  const first = preview.data[0];
  if (!first || preview.data.length < 2 || (hint !== "bar" && hint !== "line")) return null;
  const names = Object.keys(first);
  const label = names.find((name) => typeof first[name] === "string");
  const figure = names.find((name) => typeof first[name] === "number" && name !== "rows");
  if (!label || !figure) return null;
  const time = hint === "line" || DATE.test(String(first[label]));
  if (!time && preview.data.length > MOST_BARS) return null;
  const x = { field: label, title: words(label) };
  const y = { field: figure, title: words(figure), type: "quantitative" };
  const vega_lite = time
    ? { mark: { type: "line", point: true }, encoding: { x: { ...x, type: "temporal" }, y } }
    : { mark: { type: "bar", cornerRadiusEnd: 3 }, encoding: { y: { ...x, type: "nominal", sort: null }, x: y } };
  return { title: preview.purpose, vega_lite: { ...vega_lite, data: { values: preview.data } } };
}
