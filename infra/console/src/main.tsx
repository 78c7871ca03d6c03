import { render } from "preact";
import { App } from "./App";
import { arrive, look, refresh } from "./state";
import { applyTheme } from "./theme";

applyTheme();
addEventListener("hashchange", () => void arrive());
setInterval(() => void look(), 30_000);
render(<App />, document.getElementById("app")!);
void refresh().then(arrive);
void look();
