import type { Row, Scalar } from "./types";

const FORMULA = /^[=+\-@\t\r]/;

/** Rows as CSV. A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function csv(columns: string[], rows: Row[]): string {
  const lines = [columns.map(cell), ...rows.map((row) => columns.map((name) => cell(row[name] ?? null)))];
  return lines.map((line) => line.join(",")).join("\r\n") + "\r\n";
}

function cell(value: Scalar): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
