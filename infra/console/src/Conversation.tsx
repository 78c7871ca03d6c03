import { useEffect, useRef } from "preact/hooks";
import { session, turns } from "./state";
import { Turn } from "./Turn";

export function Conversation() {
  const end = useRef<HTMLDivElement>(null);
  const count = turns.value.length;
  useEffect(() => end.current?.scrollIntoView({ block: "end" }), [count]);
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
