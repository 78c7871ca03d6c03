import { useSignal } from "@preact/signals";
import { api } from "./api";
import { csv, download } from "./csv";
import { many, shown, words } from "./format";
import { trying } from "./state";
import { VegaChart } from "./VegaChart";
import type { AgentResponse, Chart, Preview, Row, Scalar, WholeResult } from "./types";

/** Rows that a table shows at first, and how many more at a time. */
const FIRST = 12;
const PAGE = 100;

/** One agent's result: its charts, its tables and its SQL. */
export function Result({ response, charts }: { response: AgentResponse; charts: Chart[] }) {
  if (response.status !== "completed") {
    return (
      <div class="panel calm">
        <h2>{words(response.agent)}</h2>
        <p>{response.forfeit?.reason ?? "This part could not be worked out."}</p>
      </div>
    );
  }
  const { results, queries_executed: queries } = response.result;
  return (
    <div class="panel">
      <h2>{words(response.agent)}</h2>
      {charts.map((chart, at) => (
        <VegaChart key={at} chart={chart} />
      ))}
      {results.filter(worthTable).map((preview, at) => (
        <Table key={at} preview={preview} />
      ))}
      {queries.length > 0 && (
        <details class="quiet">
          <summary>SQL</summary>
          {queries.map((query, at) => (
            <figure key={at}>
              <figcaption>{query.purpose}</figcaption>
              <pre tabIndex={0}>{query.sql}</pre>
            </figure>
          ))}
        </details>
      )}
    </div>
  );
}

/** A single figure stands in the sentence above; a table of it says nothing more. */
function worthTable(preview: Preview): boolean {
  const columns = columnsOf(preview);
  if (preview.data.length && !columns.length) return false;
  return preview.row_count !== 1 || columns.filter((name) => name !== "rows").length > 1;
}

/** The columns that a reader needs. */
function columnsOf(preview: Preview): string[] {
  return Object.keys(preview.data[0] ?? {}).filter((name) => !preview.aside?.includes(name));
}

/** The first rows as the reply brings them; the others are fetched once somebody wants to see, sort or keep them. */
function Table({ preview }: { preview: Preview }) {
  const columns = columnsOf(preview);
  const by = useSignal<{ column: string; down: boolean } | null>(null);
  const fetched = useSignal<Row[] | null>(null);
  const shownRows = useSignal(FIRST);
  if (!columns.length) return <p class="faint">{preview.purpose}: no rows.</p>;

  const held = fetched.value ?? preview.data;
  const most = preview.link ? preview.row_count : held.length;
  const figures = new Set(columns.filter((name) => held.some((row) => typeof row[name] === "number")));
  const digits = new Map(columns.map((name) => [name, decimals(held, name)]));
  const sorted = by.value ? [...held].sort(order(by.value.column, by.value.down)) : held;
  const rows = sorted.slice(0, shownRows.value);

  const whole = async (): Promise<Row[]> => {
    if (preview.link && !fetched.value) fetched.value = records(await api.result(preview.link));
    return fetched.value ?? preview.data;
  };
  const save = () =>
    trying(async () => {
      const all = await whole();
      const ordered = by.value ? [...all].sort(order(by.value.column, by.value.down)) : all;
      download(`${slug(preview.purpose)}.csv`, new Blob([csv(columns, ordered)], { type: "text/csv" }));
    });
  const sortBy = (column: string) =>
    trying(async () => {
      await whole();
      by.value = { column, down: by.value?.column === column ? !by.value.down : true };
    });
  const more = () => trying(async () => void (shownRows.value = Math.min((await whole()).length, shownRows.value + PAGE)));

  return (
    <div class="table">
      <div class="row">
        <h3>{preview.purpose}</h3>
        <button class="ghost" onClick={() => void save()}>
          CSV
        </button>
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label={preview.purpose}>
        <table>
          <thead>
            <tr>
              {columns.map((name) => {
                const here = by.value?.column === name ? by.value : null;
                return (
                  <th
                    scope="col"
                    key={name}
                    class={figures.has(name) ? "number" : ""}
                    aria-sort={here ? (here.down ? "descending" : "ascending") : undefined}
                  >
                    <button class="sort" onClick={() => void sortBy(name)}>
                      {preview.shown?.[name]?.called || words(name)} <span aria-hidden="true">{here ? (here.down ? "↓" : "↑") : ""}</span>
                    </button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {columns.map((name) => (
                  <td key={name} class={figures.has(name) ? "number" : ""}>
                    {shown(row[name] ?? null, name, digits.get(name))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="faint row">
        <span>{counted(rows.length, preview)}</span>
        {rows.length < Math.min(most, fetched.value?.length ?? most) && (
          <button class="ghost" onClick={() => void more()}>
            Show more
          </button>
        )}
        {rows.length > FIRST && (
          <button class="ghost" onClick={() => (shownRows.value = FIRST)}>
            Show fewer
          </button>
        )}
      </p>
    </div>
  );
}

function records(whole: WholeResult): Row[] {
  return whole.rows.map((row) => Object.fromEntries(whole.columns.map((name, at) => [name, row[at] ?? null])));
}

/** Two decimals for every figure of a column that has any. */
function decimals(rows: Row[], name: string): number {
  return rows.some((row) => typeof row[name] === "number" && !Number.isInteger(row[name])) ? 2 : 0;
}

function counted(shownRows: number, preview: Preview): string {
  const there = many(preview.row_count, "row");
  return shownRows < preview.row_count ? `${shownRows} of ${there}` : there;
}

function order(column: string, down: boolean): (a: Row, b: Row) => number {
  return (a, b) => (down ? -1 : 1) * compare(a[column] ?? null, b[column] ?? null);
}

function compare(a: Scalar, b: Scalar): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 60) || "result";
}
