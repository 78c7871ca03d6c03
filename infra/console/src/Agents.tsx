import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "./api";
import { words } from "./format";
import { trying } from "./state";
import type { Agent } from "./types";

export function Agents() {
  const agents = useSignal<Agent[]>([]);
  useEffect(() => void trying(async () => (agents.value = await api.agents())), []);
  return (
    <section class="pad">
      <h1>Agents</h1>
      <p class="lead">Who can be asked to work on a question.</p>
      <div class="columns">
        {agents.value.map((agent) => (
          <div class="card" key={agent.name}>
            <h2>{words(agent.name)}</h2>
            <p>{agent.description}</p>
            <ul>
              {[...agent.capabilities, ...(agent.also ?? [])].map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
