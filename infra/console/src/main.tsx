import { render } from "preact";
import { App } from "./App";
import { enter, entry } from "./login";
import { arrive, look, refresh } from "./state";
import { applyTheme } from "./theme";

applyTheme();
addEventListener("hashchange", () => void arrive());
setInterval(() => entry.value === "open" && void look(), 30_000);
render(<App />, document.getElementById("app")!);
void enter().then(() => {
  if (entry.value !== "open") return;
  void refresh().then(arrive);
  void look();
});
