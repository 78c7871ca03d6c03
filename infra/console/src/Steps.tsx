import { words } from "./format";
import type { LogEvent } from "./types";

const MARK: Record<string, string> = { result: "✓", error: "!", forfeit: "–", handoff: "→", complete: "■" };

/** What a turn does, as it does it. */
export function Steps({ log }: { log: LogEvent[] }) {
  return (
    <ol class="steps" aria-live="polite" aria-label="Steps">
      {log.map((event) => (
        <li key={event.seq} class={event.type}>
          <span class="mark" aria-hidden="true">
            {MARK[event.type] ?? "·"}
          </span>
          <span>
            <strong>{words(event.agent)}</strong> {event.title}
            {event.data.seconds && <span class="faint"> ({Math.round(event.data.seconds)} s)</span>}
            {event.data.figures && <span class="faint"> — {event.data.figures.join(" ")}</span>}
            {event.data.purposes && <span class="faint"> — {event.data.purposes.join("; ")}</span>}
            {event.type === "result" && event.data.summary && <span class="faint"> — {event.data.summary}</span>}
          </span>
        </li>
      ))}
      {!log.length && <li class="thinking">Sent</li>}
    </ol>
  );
}
