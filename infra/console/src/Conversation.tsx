import { useEffect, useRef } from "preact/hooks";
import { session, turns } from "./state";
import { Turn } from "./Turn";

/** What is new is brought into view: a question as it is asked; its reply as it comes, from the question on. */
export function Conversation() {
  const end = useRef<HTMLDivElement>(null);
  const count = turns.value.length;
  const replied = turns.value.at(-1)?.reply != null;
  useEffect(() => {
    if (replied) end.current?.previousElementSibling?.scrollIntoView({ block: "start" });
    else end.current?.scrollIntoView({ block: "end" });
  }, [count, replied]);
  return (
    <section class="conversation" aria-label="Conversation">
      <h1 class="sr">Conversation</h1>
      {session.value?.mode === "consultation" && <p class="mode">A guided consultation: one question at a time.</p>}
      {turns.value.map((turn) => (
        <Turn key={turn.id} turn={turn} />
      ))}
      <div ref={end} />
    </section>
  );
}
