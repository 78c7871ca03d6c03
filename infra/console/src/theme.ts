export type Theme = "system" | "light" | "dark";
const KEY = "candor.theme";

export function theme(): Theme {
  return (localStorage.getItem(KEY) as Theme | null) ?? "system";
}

export function applyTheme(next: Theme = theme()): void {
  localStorage.setItem(KEY, next);
  document.documentElement.dataset.theme = next;
}

export function isDark(): boolean {
  return theme() === "dark" || (theme() === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}
