import { useSignal } from "@preact/signals";
import { Evidence } from "./Evidence";
import { dollars, lasted, words } from "./format";
import { Network } from "./Network";
import { Prose } from "./Prose";
import { Result } from "./Result";
import { Steps } from "./Steps";
import { ask, cancel, recall, type TurnView } from "./state";
import { VegaChart } from "./VegaChart";
import type { Attempt, Fact, Message, Reply } from "./types";

const SAYS: Record<Reply["status"], string> = {
  running: "",
  answered: "",
  partial: "Part of the answer is missing",
  forfeited: "Not answered",
  failed: "Something failed",
};
const BY: Record<string, string> = {
  claude: "a language model",
  deterministic: "no-model mode",
  template: "Candor itself",
  last_resort: "the workflow's last words",
  rescue: "the rescuer",
};

export function Turn({ turn }: { turn: TurnView }) {
  const reply = turn.reply;
  const planned = turn.log.find((event) => event.data.waves)?.data.waves;
  return (
    <article class="turn" aria-busy={reply === null}>
      <div class="asked">
        <span class="sr">You asked: </span>
        {turn.question}
      </div>
      {reply === null ? (
        <div class="live">
          {planned && <Network waves={planned} log={turn.log} reply={null} />}
          <Steps log={turn.log} />
          {turn.lost ? (
            <p role="alert">{turn.lost}</p>
          ) : (
            <button class="ghost" onClick={() => void cancel(turn.id)}>
              Cancel
            </button>
          )}
        </div>
      ) : (
        <Answer reply={reply} turn={turn} />
      )}
    </article>
  );
}

/** Whether there is an answer of which one could be sure. */
function answers(reply: Reply): boolean {
  return reply.status === "answered" || reply.status === "partial";
}

function Answer({ reply, turn }: { reply: Reply; turn: TurnView }) {
  const fact = useSignal<Fact | null>(null);
  const visible = reply.messages.filter((message) => message.role !== "user" && !message.metadata.synthetic);
  const told: Message[] = visible.length ? visible : [{ role: "assistant", agent: "candor", content: reply.text, metadata: {} }];
  const panels = reply.responses.filter((response) =>
    response.status === "completed" ? response.result.results.length : reply.status !== "forfeited",
  );
  const inPanels = new Set(panels.map((response) => response.task_id));
  return (
    <div class={`reply ${reply.status}`} aria-live="polite">
      {SAYS[reply.status] && (
        <p class="verdict">
          <Sign status={reply.status} />
          {SAYS[reply.status]}
        </p>
      )}
      {told.map((message, at) =>
        message.role === "system" ? (
          <p key={at} class="transition">
            {message.content}
          </p>
        ) : (
        <section key={at}>
          {told.length > 1 && <p class="speaker">{words(message.agent)}</p>}
          <Prose text={reply.forfeit ? unfolded(message.content) : message.content} facts={reply.facts} show={(shown) => (fact.value = fact.value === shown ? null : shown)} />
        </section>
        ),
      )}
      {reply.forfeit && <Suggestions asked={reply.forfeit.suggestions} />}
      {fact.value && <Evidence fact={fact.value} reply={reply} close={() => (fact.value = null)} />}
      {reply.charts
        .filter((chart) => !inPanels.has(chart.task_id))
        .map((chart, at) => (
          <VegaChart key={at} chart={chart} />
        ))}
      {panels.map((response) => (
        <Result
          key={response.task_id}
          response={response}
          charts={reply.charts.filter((chart) => chart.task_id === response.task_id)}
        />
      ))}
      <Tried attempts={reply.attempts} open={reply.status === "failed"} shown={reply.status !== "answered"} />
      {(reply.waves.length > 0 || turn.log.length > 0) && (
        <details class="quiet" onToggle={() => void recall(turn.id)}>
          <summary>How it was worked out</summary>
          {reply.waves.length > 0 && <Network waves={reply.waves} log={turn.log} reply={reply} />}
          <Steps log={turn.log} />
        </details>
      )}
      <p class="meta">
        {BY[reply.source] ? `${answers(reply) ? "Answered" : "Told"} by ${BY[reply.source]}` : ""}
        {reply.assessment && answers(reply) ? ` · confidence ${Math.round(reply.assessment.confidence_score * 100)}%` : ""}
        {reply.timing?.duration_ms ? ` · ${lasted(reply.timing.duration_ms)}` : ""}
        {reply.usage?.calls ? ` · ${dollars(reply.usage.price_usd)}` : ""}
      </p>
    </div>
  );
}

/** A forfeit's text without what was tried and what could be asked: both are shown beside it. */
function unfolded(text: string) {
  return text.replace(/\n\n\*\*(What I tried|You could ask):\*\*(\n(- |\d\. ).*)+/g, "");
}

/** Questions that are answered: a click asks one. */
function Suggestions({ asked }: { asked: string[] }) {
  if (!asked.length) return null;
  return (
    <section aria-label="You could ask">
      <p class="faint">You could ask:</p>
      <ol class="suggestions">
        {asked.map((question) => (
          <li key={question}>
            <button class="ghost" onClick={() => void ask(question)}>
              {question}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Tried({ attempts, open, shown }: { attempts: Attempt[]; open: boolean; shown: boolean }) {
  if (!shown || !attempts.length) return null;
  return (
    <details class="quiet" open={open}>
      <summary>What was tried</summary>
      <ol class="tried">
        {attempts.map((attempt, at) => (
          <li key={at} class={attempt.outcome}>
            <strong>{words(attempt.agent)}</strong> {attempt.action}
            {attempt.reason && <span class="faint"> — {attempt.reason}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** A shape for each verdict, so that it is not told by colour alone. */
const SHAPES: Partial<Record<Reply["status"], string>> = {
  partial: "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M8 1.5v13",
  forfeited: "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M5 8h6",
  failed: "M8 1.5L15 14H1zM8 6v4M8 11.8v.4",
};

function Sign({ status }: { status: Reply["status"] }) {
  return (
    <svg class="sign" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={SHAPES[status] ?? ""} fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" />
    </svg>
  );
}
