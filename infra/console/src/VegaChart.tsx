import { useEffect, useRef } from "preact/hooks";
import { download } from "./csv";
import { isDark } from "./theme";
import type { Chart } from "./types";

/** A chart, drawn as SVG without evaluating any code (Vega's own interpreter), from inline data alone. */
export function VegaChart({ chart }: { chart: Chart }) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<import("vega").View | null>(null);
  useEffect(() => {
    let gone = false;
    void draw(chart, place.current!).then((drawn) => {
      if (gone) drawn.finalize();
      else view.current = drawn;
    });
    return () => {
      gone = true;
      view.current?.finalize();
    };
  }, [chart]);
  const save = async () => {
    const svg = await view.current?.toSVG();
    if (svg) download("chart.svg", new Blob([svg], { type: "image/svg+xml" }));
  };
  return (
    <figure class="chart">
      <figcaption class="row">
        <span>{chart.title}</span>
        <button class="ghost" onClick={() => void save()}>
          SVG
        </button>
      </figcaption>
      <div ref={place} role="img" aria-label={chart.title} />
    </figure>
  );
}

async function draw(chart: Chart, place: HTMLElement): Promise<import("vega").View> {
  const [vega, lite, { expressionInterpreter }] = await Promise.all([
    import("vega"),
    import("vega-lite"),
    import("vega-interpreter"),
  ]);
  const width = Math.max(220, place.clientWidth);
  const own = chart.vega_lite as { width?: unknown; title?: unknown };
  const spec = { ...chart.vega_lite, title: undefined, width: own.width ?? width, config: look() };
  const compiled = lite.compile({ autosize: { type: "fit-x", contains: "padding" }, ...spec } as never, { logger: vega.logger(vega.Error) }).spec;
  const loader = vega.loader();
  loader.load = () => Promise.reject(new Error("a chart brings its data along"));
  const runtime = vega.parse(compiled, undefined, { ast: true });
  const view = new vega.View(runtime, { expr: expressionInterpreter, loader, renderer: "svg", container: place } as never);
  await view.runAsync();
  return view;
}

function look() {
  const ink = isDark() ? "#c9d3cf" : "#42514b";
  const line = isDark() ? "#2e3a36" : "#e3e8e5";
  const axis = { labelColor: ink, titleColor: ink, gridColor: line, domainColor: line, tickColor: line, labelFontSize: 12 };
  return {
    background: "transparent",
    font: "system-ui, sans-serif",
    view: { stroke: null },
    axis: { ...axis, titleFontWeight: 500, titleFontSize: 12 },
    legend: { labelColor: ink, titleColor: ink },
    bar: { color: isDark() ? "#5fb89c" : "#2c7a66" },
    line: { color: isDark() ? "#5fb89c" : "#2c7a66", strokeWidth: 2 },
    point: { color: isDark() ? "#5fb89c" : "#2c7a66", filled: true },
  };
}
