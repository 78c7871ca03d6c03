import { ago, called } from "./format";
import { chosen, datasets, send, sending } from "./state";

export function Home() {
  const ready = datasets.value.filter((file) => file.status === "ready");
  return (
    <section class="home">
      <h1>Ask your data</h1>
      <p class="lead">Every question gets one honest reply: an answer with its evidence, or the reason why there is none.</p>
      <label class="dropzone">
        <input type="file" multiple class="hidden-input" onChange={(event) => void send(event.currentTarget.files ?? [])} />
        <strong>{sending.value.length ? `Reading ${sending.value.join(", ")} …` : "Drop a file here, or choose one"}</strong>
        <span>CSV, Excel, JSON or Parquet</span>
      </label>
      {ready.length > 0 && (
        <fieldset class="choices">
          <legend>Ask about</legend>
          {ready.map((file) => (
            <label key={file.dataset_id}>
              <input
                type="checkbox"
                checked={chosen.value.includes(file.dataset_id)}
                onChange={(event) => {
                  const others = chosen.value.filter((id) => id !== file.dataset_id);
                  chosen.value = event.currentTarget.checked ? [...others, file.dataset_id] : others;
                }}
              />
              <span class="clip">{called(file)}</span>
              <small>{ago(file.created_at)}</small>
            </label>
          ))}
        </fieldset>
      )}
    </section>
  );
}
