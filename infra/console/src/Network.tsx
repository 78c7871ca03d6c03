import { words } from "./format";
import type { LogEvent, Reply, Waves } from "./types";

/** Who worked on a turn, wave by wave, and what each was waiting for. */
export function Network({ waves, log, reply }: { waves: Waves; log: LogEvent[]; reply: Reply | null }) {
  return (
    <div class="network" role="img" aria-label={spoken(waves)}>
      {waves.map((wave, at) => (
        <div class="wave" key={at}>
          <small>Wave {at + 1}</small>
          {wave.map((task) => (
            <div class={`node ${stateOf(task.task_id, log, reply)}`} key={task.task_id}>
              <strong>{words(task.agent)}</strong>
              {task.depends_on.length > 0 && <small>after {task.depends_on.map((id) => nameOf(id, waves)).join(", ")}</small>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function stateOf(task: string, log: LogEvent[], reply: Reply | null): string {
  const response = reply?.responses.find((one) => one.task_id === task);
  if (response) return response.status;
  return log.some((event) => event.data.task_id === task) ? "running" : "waiting";
}

function nameOf(task: string, waves: Waves): string {
  return words(waves.flat().find((one) => one.task_id === task)?.agent ?? task);
}

function spoken(waves: Waves): string {
  return waves.map((wave, at) => `Wave ${at + 1}: ${wave.map((task) => words(task.agent)).join(", ")}`).join(". ");
}
