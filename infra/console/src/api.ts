/** The API's routes, one function each. An error is an ApiError with the API's own sentence. */

import type { Agent, Dataset, Health, HistoryEntry, LogEvent, Reply, Session, WholeResult } from "./types";
import { ApiError } from "./errors";
import { base, bearer, closed, guarded } from "./login";
import { events } from "./sse";

async function call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const sent: Record<string, string> = { Authorization: `Bearer ${await bearer()}`, ...headers };
  if (body !== undefined) sent["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(base() + path, { method, headers: sent, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new ApiError("Candor can't be reached just now. Is it still running?", "unreachable");
  }
  if (answer.status === 204) return undefined as T;
  if (answer.status === 401 && guarded()) closed();
  const told = await answer.json().catch(() => null);
  if (answer.ok && told !== null) return told as T;
  const error = (told as { error?: { message?: string; code?: string; turn_id?: string } } | null)?.error;
  throw new ApiError(
    error?.message ?? "Something went wrong here. Try again in a minute.",
    error?.code ?? "internal",
    error?.turn_id ?? null,
  );
}

export const api = {
  health: () => call<Health>("GET", "/health"),
  agents: async () => (await call<{ agents: Agent[] }>("GET", "/agents")).agents,
  sessions: async () => (await call<{ sessions: Session[] }>("GET", "/sessions?limit=30")).sessions,
  session: (id: string) => call<Session>("GET", `/sessions/${id}`),
  begin: (dataset_ids: string[], mode: Session["mode"] = "analysis") =>
    call<Session>("POST", "/sessions", { dataset_ids, mode }),
  change: (id: string, settings: Partial<Session["settings"]>) => call<Session>("PATCH", `/sessions/${id}`, { settings }),
  history: async (id: string, limit = 50) =>
    (await call<{ messages: HistoryEntry[] }>("GET", `/sessions/${id}/messages?limit=${limit}`)).messages,
  forget: (id: string) => call<void>("DELETE", `/sessions/${id}`),
  ask: (id: string, question: string, key: string) =>
    call<Reply>("POST", `/sessions/${id}/messages`, { question }, { "Idempotency-Key": key }),
  turn: (id: string) => call<Reply>("GET", `/turns/${id}`),
  log: async (id: string) => (await call<{ events: LogEvent[] }>("GET", `/turns/${id}/events`)).events,
  result: (link: string) => call<WholeResult>("GET", link),
  cancel: (id: string) => call<Reply>("DELETE", `/turns/${id}`),
  datasets: async () => (await call<{ datasets: Dataset[] }>("GET", "/datasets?limit=50")).datasets,
  dataset: (id: string) => call<Dataset>("GET", `/datasets/${id}`),
  read: (id: string, columns: Record<string, Record<string, string>>) =>
    call<Dataset>("PATCH", `/datasets/${id}`, { columns }),
  remove: (id: string) => call<void>("DELETE", `/datasets/${id}`),
};

/** Sends a file and gives the dataset as soon as it is known; reading it goes on. */
export async function upload(file: File): Promise<Dataset> {
  const { dataset, upload: form } = await call<{
    dataset: Dataset;
    upload: { url: string; fields: Record<string, string>; most_bytes: number };
  }>("POST", "/datasets", { file_name: file.name });
  if (file.size > form.most_bytes) {
    const most = Math.floor(form.most_bytes / 1024 / 1024);
    throw new ApiError(`${file.name} is larger than the ${most} MB that can be sent.`, "too_large");
  }
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  body.append("file", file);
  // The bucket may be elsewhere; what it answers isn't needed: the dataset itself says what became of the file.
  await fetch(form.url, { method: "POST", body, mode: "no-cors" }).catch(() => {
    throw new ApiError(`${file.name} could not be sent. Check the connection and drop it again.`, "unsent");
  });
  return dataset;
}

/** Waits until a dataset has been read, or turned away. */
export async function decided(id: string): Promise<Dataset> {
  for (let pause = 150; ; pause = Math.min(pause * 1.4, 2000)) {
    const found = await api.dataset(id);
    if (found.status !== "waiting") return found;
    await new Promise((go) => setTimeout(go, pause));
  }
}

/** Follows a turn's log from after `seq`, through lost connections, to its `complete`. */
export async function* follow(turn: string, seq: number, stop: AbortSignal): AsyncGenerator<LogEvent> {
  for (let pause = 500; !stop.aborted; pause = Math.min(pause * 2, 8000)) {
    try {
      const headers = { Accept: "text/event-stream", Authorization: `Bearer ${await bearer()}`, "Last-Event-ID": String(seq) };
      const answer = await fetch(`${base()}/turns/${turn}/events`, { headers, signal: stop });
      if (!answer.ok || !answer.body) throw new ApiError("The turn can't be followed.", "unfollowed");
      for await (const text of events(answer.body)) {
        const event = JSON.parse(text) as LogEvent;
        seq = event.seq;
        pause = 500;
        yield event;
        if (event.type === "complete") return;
      }
    } catch (error) {
      if (stop.aborted) return;
      if (error instanceof ApiError && error.code === "signed_out") throw error;
      if (error instanceof ApiError && error.code === "unfollowed") await api.turn(turn); // tells why, if it is gone
    }
    await new Promise((go) => setTimeout(go, pause));
  }
}
