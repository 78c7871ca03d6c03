import { signal } from "@preact/signals";
import { Agents } from "./Agents";
import { Composer } from "./Composer";
import { Conversation } from "./Conversation";
import { DatasetPage } from "./Dataset";
import { Home } from "./Home";
import { entry } from "./login";
import { Settings } from "./Settings";
import { Sidebar } from "./Sidebar";
import { SignIn } from "./SignIn";
import { health, notice, page, send } from "./state";

const menu = signal(false);
const hovering = signal(false);

export function App() {
  const here = page.value;
  if (entry.value === "unknown") return null;
  if (entry.value === "closed") return <SignIn />;
  return (
    <div
      class={`shell${hovering.value ? " dropping" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        hovering.value = true;
      }}
      onDragLeave={(event) => {
        if (event.relatedTarget === null) hovering.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        hovering.value = false;
        if (event.dataTransfer) void send(event.dataTransfer.files);
      }}
    >
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), document.getElementById("main")?.focus())}>
        Skip to the conversation
      </a>
      <header class="bar">
        <button class="ghost" aria-label="Menu" aria-expanded={menu.value} onClick={() => (menu.value = !menu.value)}>
          ☰
        </button>
        <span class="brand">Candor</span>
      </header>
      <Sidebar open={menu.value} close={() => (menu.value = false)} />
      <main id="main" tabIndex={-1}>
        <Health />
        {notice.value && (
          <div class="notice" role="alert">
            <span>{notice.value}</span>
            <button class="ghost" aria-label="Dismiss" onClick={() => (notice.value = "")}>
              ×
            </button>
          </div>
        )}
        {here.name === "home" && <Home />}
        {here.name === "session" && <Conversation />}
        {here.name === "dataset" && <DatasetPage id={here.id} />}
        {here.name === "agents" && <Agents />}
        {here.name === "settings" && <Settings />}
        {(here.name === "home" || here.name === "session") && <Composer />}
      </main>
      {hovering.value && <div class="drop">Drop the file to read it</div>}
    </div>
  );
}

function Health() {
  const known = health.value;
  if (!known || known.status === "ok") return null;
  const down = Object.entries(known.dependencies ?? {})
    .filter(([, state]) => state !== "ok")
    .map(([name]) => name.replaceAll("_", " "));
  return (
    <div class="health" role="status">
      {known.status === "unreachable"
        ? "Candor can't be reached just now. Your conversations are kept."
        : `Not everything works just now${down.length ? `: ${down.join(", ")}` : ""}. Replies say what is missing.`}
    </div>
  );
}
