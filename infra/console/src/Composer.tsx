import { useSignal } from "@preact/signals";
import { ask, chosen, page, session, turns } from "./state";

export function Composer() {
  const text = useSignal("");
  const consulting = useSignal(false);
  const last = turns.value.at(-1);
  const busy = page.value.name === "session" && last !== undefined && last.reply === null && !last.lost;
  const fresh = page.value.name === "home";
  const send = async () => {
    const question = text.value.trim();
    if (!question || busy) return;
    if (fresh) session.value = null;
    if (await ask(question, consulting.value ? "consultation" : "analysis")) text.value = "";
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label class="sr" for="question">
        Your question
      </label>
      <textarea
        id="question"
        rows={2}
        maxLength={4000}
        placeholder={fresh && !chosen.value.length ? "Choose a file first, or ask what Candor can do" : "Ask a question"}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      <div class="row">
        {fresh ? (
          <label class="check">
            <input
              type="checkbox"
              checked={consulting.value}
              onChange={(event) => (consulting.value = event.currentTarget.checked)}
            />
            Guide me through it
          </label>
        ) : (
          <small class="faint">Enter sends, Shift + Enter begins a new line</small>
        )}
        <button class="primary" type="submit" disabled={busy || !text.value.trim()}>
          {busy ? "Working …" : "Ask"}
        </button>
      </div>
    </form>
  );
}
