import { ago, called } from "./format";
import { chosen, datasets, go, page, sessions } from "./state";

export function Sidebar({ open, close }: { open: boolean; close: () => void }) {
  const here = page.value;
  return (
    <nav class={`side${open ? " open" : ""}`} aria-label="Conversations and data" onClick={close}>
      <p class="brand">
        <img src="/icon.svg" alt="" width="22" height="22" /> Candor
      </p>
      <button class="primary wide" onClick={() => go({ name: "home" })}>
        New question
      </button>
      <h2>Data</h2>
      <ul>
        {datasets.value.map((file) => (
          <li key={file.dataset_id} class={file.part_of ? "part" : undefined}>
            <a
              href={`#dataset/${file.dataset_id}`}
              aria-current={here.name === "dataset" && here.id === file.dataset_id ? "page" : undefined}
            >
              <span class="clip">{called(file)}</span>
              <small>{file.status === "ready" ? (chosen.value.includes(file.dataset_id) ? "in use" : "") : file.status}</small>
            </a>
          </li>
        ))}
        {!datasets.value.length && <li class="faint">Nothing yet</li>}
      </ul>
      <h2>Conversations</h2>
      <ul>
        {sessions.value.map((one) => (
          <li key={one.session_id}>
            <a
              href={`#session/${one.session_id}`}
              aria-current={here.name === "session" && here.id === one.session_id ? "page" : undefined}
            >
              <span class="clip">{one.title}</span>
              <small>{ago(one.created_at)}</small>
            </a>
          </li>
        ))}
        {!sessions.value.length && <li class="faint">Nothing yet</li>}
      </ul>
      <div class="foot">
        <a href="#agents" aria-current={here.name === "agents" ? "page" : undefined}>
          Agents
        </a>
        <a href="#settings" aria-current={here.name === "settings" ? "page" : undefined}>
          Settings
        </a>
      </div>
    </nav>
  );
}
