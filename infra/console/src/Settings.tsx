import { useSignal } from "@preact/signals";
import { api } from "./api";
import { actAs, guarded, signOut, user } from "./login";
import { refresh, session, trying } from "./state";
import { applyTheme, theme, type Theme } from "./theme";

export function Settings() {
  const look = useSignal<Theme>(theme());
  const name = useSignal(user());
  const held = session.value;
  return (
    <section class="pad">
      <h1>Settings</h1>
      <label class="field">
        Colours
        <select
          value={look.value}
          onChange={(event) => {
            look.value = event.currentTarget.value as Theme;
            applyTheme(look.value);
          }}
        >
          <option value="system">As the system has them</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
      {guarded() ? (
        <button onClick={signOut}>Sign out</button>
      ) : (
        <label class="field">
          User
          <input
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
            onChange={() => {
              actAs(name.value);
              void refresh();
            }}
          />
          <small class="faint">On one machine any name is a user of its own.</small>
        </label>
      )}
      {held && (
        <label class="check">
          <input
            type="checkbox"
            checked={held.effective.failsafe_enabled}
            onChange={(event) => {
              const enabled = event.currentTarget.checked;
              void trying(async () => (session.value = await api.change(held.session_id, { failsafe_enabled: enabled })));
            }}
          />
          Assess drafts before they go out, in this conversation
        </label>
      )}
    </section>
  );
}
