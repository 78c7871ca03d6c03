/** What the console knows. Components read these signals; only the functions here change them. */

import { signal } from "@preact/signals";
import { api, decided, follow, upload } from "./api";
import { ApiError } from "./errors";
import { called, together } from "./format";
import type { Dataset, Health, LogEvent, Reply, Session } from "./types";

export interface TurnView {
  id: string;
  question: string;
  log: LogEvent[];
  reply: Reply | null;
  lost: string;
}

export type Page =
  | { name: "home" }
  | { name: "session"; id: string }
  | { name: "dataset"; id: string }
  | { name: "agents" }
  | { name: "settings" };

export const page = signal<Page>({ name: "home" });
export const sessions = signal<(Session & { title: string })[]>([]);
export const datasets = signal<Dataset[]>([]);
export const chosen = signal<string[]>([]);
export const session = signal<Session | null>(null);
export const turns = signal<TurnView[]>([]);
export const health = signal<Health | null>(null);
export const notice = signal<string>("");
export const sending = signal<string[]>([]);

let following = new AbortController();

export function go(next: Page): void {
  location.hash = next.name === "home" ? "" : "id" in next ? `${next.name}/${next.id}` : next.name;
}

export async function arrive(): Promise<void> {
  const [name, id] = location.hash.slice(1).split("/");
  notice.value = "";
  if (name === "session" && id) await open(id);
  else {
    leave();
    if (name === "dataset" && id) page.value = { name, id };
    else if (name === "agents" || name === "settings") page.value = { name };
    else page.value = { name: "home" };
  }
}

function leave(): void {
  following.abort();
  following = new AbortController();
  session.value = null;
  turns.value = [];
}

/** Runs what may fail; what went wrong is told in the page. */
export async function trying<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    notice.value = error instanceof ApiError ? error.message : "Something went wrong here. Reload the page.";
    return undefined;
  }
}

export async function refresh(): Promise<void> {
  await trying(async () => {
    const [known, files] = await Promise.all([api.sessions(), api.datasets()]);
    datasets.value = together(files);
    sessions.value = known.map((one) => ({ ...one, title: titleOf(one) }));
    for (const one of known.slice(0, 12)) void entitle(one.session_id);
  });
}

function titleOf(one: Session): string {
  const before = sessions.value.find((known) => known.session_id === one.session_id)?.title;
  const files = one.dataset_ids.map((id) => datasets.value.find((file) => file.dataset_id === id)).map((file) => file && called(file));
  return before ?? (files.filter(Boolean).join(", ") || "Conversation");
}

async function entitle(id: string): Promise<void> {
  const entries = await api.history(id, 1).catch(() => []);
  const asked = entries.find((entry) => entry.role === "user")?.content;
  if (asked) sessions.value = sessions.value.map((one) => (one.session_id === id ? { ...one, title: asked } : one));
}

export async function look(): Promise<void> {
  health.value = await api.health().catch(() => ({ status: "unreachable" }));
}

async function open(id: string): Promise<void> {
  if (session.value?.session_id === id) {
    page.value = { name: "session", id };
    return;
  }
  leave();
  await trying(async () => {
    const [found, entries] = await Promise.all([api.session(id), api.history(id)]);
    session.value = found;
    page.value = { name: "session", id };
    const asked = entries.filter((entry) => entry.role === "user");
    turns.value = asked.map((entry) => ({ id: entry.turn_id, question: entry.content, log: [], reply: null, lost: "" }));
    await Promise.all(asked.map((entry) => reach(entry.turn_id)));
  });
}

async function reach(turn: string): Promise<void> {
  const reply = await api.turn(turn);
  if (reply.status === "running") void watch(turn);
  else change(turn, { reply });
}

/** The steps of a turn that had ended when the page was opened. */
export async function recall(turn: string): Promise<void> {
  if (turns.value.find((one) => one.id === turn)?.log.length) return;
  await trying(async () => change(turn, { log: await api.log(turn) }));
}

function change(turn: string, with_: Partial<TurnView>): void {
  turns.value = turns.value.map((one) => (one.id === turn ? { ...one, ...with_ } : one));
}

async function watch(turn: string): Promise<void> {
  const stop = following.signal;
  try {
    for await (const event of follow(turn, 0, stop)) {
      const log = [...(turns.value.find((one) => one.id === turn)?.log ?? []), event];
      change(turn, event.reply ? { log, reply: event.reply } : { log });
    }
    const known = turns.value.find((one) => one.id === turn);
    if (known && !known.reply && !stop.aborted) change(turn, { reply: await api.turn(turn) });
  } catch (error) {
    change(turn, { lost: error instanceof ApiError ? error.message : "The connection was lost. Reload to see the reply." });
  }
}

export async function ask(question: string, mode: Session["mode"] = "analysis"): Promise<boolean> {
  const done = await trying(async () => {
    const held = session.value ?? (await api.begin(chosen.value, mode));
    const accepted = await api.ask(held.session_id, question, crypto.randomUUID());
    const view: TurnView = { id: accepted.turn_id, question, log: [], reply: null, lost: "" };
    session.value = held;
    turns.value = [...turns.value, view];
    page.value = { name: "session", id: held.session_id };
    go(page.value);
    void watch(accepted.turn_id).then(refresh);
    return true;
  });
  return done ?? false;
}

export async function cancel(turn: string): Promise<void> {
  await trying(async () => change(turn, { reply: await api.cancel(turn) }));
}

export async function send(files: Iterable<File>): Promise<void> {
  await Promise.all([...files].map(sendOne));
  await refresh();
}

async function sendOne(file: File): Promise<void> {
  sending.value = [...sending.value, file.name];
  await trying(async () => {
    const found = await decided((await upload(file)).dataset_id);
    if (found.status === "rejected") notice.value = `${file.name}: ${found.reason ?? "it could not be read."}`;
    else {
      chosen.value = [...chosen.value, found.dataset_id];
      go({ name: "dataset", id: found.dataset_id });
      await Promise.all(found.parts.map(decided)); // other sheets of a workbook are read by themselves
    }
  });
  sending.value = sending.value.filter((name) => name !== file.name);
}
