import type { Dataset, Fact, Scalar } from "./types";

const YEAR = /^(19|20)\d\d$/;

/** A cell as it is shown: numbers with separators and at least so many decimals, nothing as a dash. */
export function shown(value: Scalar, column = "", digits = 0): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value;
  const whole = Number.isInteger(value);
  if (whole && YEAR.test(String(value)) && /year/i.test(column)) return String(value);
  if (value !== 0 && Math.abs(value) < 0.005) return value.toExponential(2);
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: 2 });
}

/** "1 row", "1,200 rows". */
export function many(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** The name of a column or an agent as people write it. */
export function words(name: string): string {
  const text = name.replaceAll("_", " ").trim().replace(/^sql\b/i, "SQL");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function ago(moment: string): string {
  const seconds = (Date.now() - new Date(moment).getTime()) / 1000;
  if (seconds < 60) return "now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return new Date(moment).toLocaleDateString("en", { day: "numeric", month: "short" });
}

export function lasted(ms: number | null | undefined): string {
  return ms ? `${(ms / 1000).toFixed(1)} s` : "";
}

/** What a model took, below ten cents to a hundredth of a cent. */
export function dollars(price: number): string {
  return price >= 0.1 || price === 0 ? `$${price.toFixed(2)}` : `$${Math.max(price, 0.0001).toFixed(4)}`;
}

const NUMBER = /-?\d[\d,]*(?:\.\d+)?/g;

/** A text cut into plain pieces and figures that one of the facts accounts for. */
export function pieces(text: string, facts: Fact[]): (string | { text: string; fact: Fact })[] {
  const found: (string | { text: string; fact: Fact })[] = [];
  let from = 0;
  for (const match of text.matchAll(NUMBER)) {
    const fact = behind(match[0], facts);
    if (!fact) continue;
    found.push(text.slice(from, match.index), { text: match[0], fact });
    from = match.index + match[0].length;
  }
  found.push(text.slice(from));
  return found.filter((piece) => piece !== "");
}

function behind(token: string, facts: Fact[]): Fact | undefined {
  const digits = token.split(".")[1]?.length ?? 0;
  const value = Number(token.replaceAll(",", ""));
  const half = 0.5 * 10 ** -digits + 1e-9;
  return facts.find((fact) => typeof fact.value === "number" && Math.abs(Math.abs(fact.value) - Math.abs(value)) <= half);
}

/** A file's name, with the sheet behind it that was asked for. */
export function called(file: Dataset): string {
  return file.reading.sheet ? `${file.file_name}/${file.reading.sheet}` : file.file_name;
}

/** Datasets as they come, each with its parts below it. */
export function together(files: Dataset[]): Dataset[] {
  const known = new Set(files.map((file) => file.dataset_id));
  const first = files.filter((file) => !file.part_of || !known.has(file.part_of));
  return first.flatMap((one) => [one, ...files.filter((file) => file.part_of === one.dataset_id)]);
}
