import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, decided } from "./api";
import { called, many, shown, words } from "./format";
import { chosen, go, refresh, trying } from "./state";
import type { Column, Dataset, Profile } from "./types";

export function DatasetPage({ id }: { id: string }) {
  const data = useSignal<Dataset | null>(null);
  useEffect(() => {
    data.value = null;
    void trying(async () => (data.value = await decided(id)));
  }, [id]);
  const file = data.value;
  if (!file) return <p class="faint pad">Reading …</p>;
  const reread = (column: string, reading: Record<string, string>) =>
    trying(async () => {
      await api.read(id, { [column]: reading });
      data.value = null;
      data.value = await decided(id);
    });
  const remove = () =>
    trying(async () => {
      const more = file.parts.length ? `, ${many(file.parts.length, "part")} of it` : "";
      if (!confirm(`Delete ${called(file)}${more} and every conversation about it?`)) return;
      await api.remove(id);
      chosen.value = chosen.value.filter((one) => one !== id && !file.parts.includes(one));
      await refresh();
      go({ name: "home" });
    });
  const use = () => {
    if (!chosen.value.includes(id)) chosen.value = [...chosen.value, id];
    go({ name: "home" });
  };
  return (
    <section class="dataset">
      <div class="row">
        <h1>{called(file)}</h1>
        <span class="row">
          <button class="ghost" onClick={() => void remove()}>
            Delete
          </button>
          <button class="primary" onClick={use} disabled={file.status !== "ready"}>
            Ask about it
          </button>
        </span>
      </div>
      {file.status === "rejected" && <p role="alert">{file.reason}</p>}
      {file.profile && <ProfileView profile={file.profile} reread={reread} />}
    </section>
  );
}

function ProfileView({
  profile,
  reread,
}: {
  profile: Profile;
  reread: (column: string, reading: Record<string, string>) => Promise<unknown>;
}) {
  return (
    <>
      <p class="lead">
        {many(profile.row_count, "row")}, {many(profile.columns.length, "column")}
        {profile.rows_dropped > 0 && `; ${many(profile.rows_dropped, "row")} left out`}
      </p>
      {profile.ambiguities.length > 0 && (
        <div class="panel calm">
          <h2>Could be read in another way</h2>
          {profile.ambiguities.map((one) => (
            <p key={one.column} class="row">
              <span>{one.detail}</span>
              <button class="ghost" onClick={() => void reread(one.column, { [one.kind]: one.alternative })}>
                Read as {one.alternative}
              </button>
            </p>
          ))}
        </div>
      )}
      {profile.repairs.length > 0 && (
        <details class="quiet">
          <summary>What was repaired ({profile.repairs.length})</summary>
          <ul>
            {profile.repairs.map((one, at) => (
              <li key={at}>
                {one.column && <strong>{one.column}: </strong>}
                {one.detail}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div class="columns">
        {profile.columns.map((column) => (
          <ColumnCard key={column.name} column={column} rows={profile.row_count} />
        ))}
      </div>
    </>
  );
}

function ColumnCard({ column, rows }: { column: Column; rows: number }) {
  const most = Math.max(...column.top_values.map((one) => one.count), 1);
  const ranged = column.minimum !== null && column.maximum !== null && column.type !== "text" && column.type !== "boolean";
  const median = column.quantiles["0.5"];
  return (
    <div class="card">
      <div class="row">
        <h2 class="clip" title={column.name}>
          {column.name}
        </h2>
        <small class="tag">{words(column.role)}</small>
      </div>
      <p class="faint">
        {words(column.type)}
        {column.unit && ` in ${column.unit}`} · {column.distinct.toLocaleString("en")} different
        {column.nulls > 0 && ` · ${Math.round((column.nulls / Math.max(rows, 1)) * 100)}% empty`}
      </p>
      {ranged ? (
        <p>
          {shown(column.minimum, column.name)} to {shown(column.maximum, column.name)}
          {median !== undefined && <span class="faint"> · median {shown(median, column.name)}</span>}
        </p>
      ) : null}
      {!ranged && column.top_values.length > 0 && (
        <ul class="bars">
          {column.top_values.slice(0, 5).map((one) => (
            <li key={String(one.value)}>
              <span class="clip">{shown(one.value)}</span>
              <meter min={0} max={most} value={one.count} aria-label={`${shown(one.value)}: ${one.count}`} />
              <small>{one.count.toLocaleString("en")}</small>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
