/** The system and a browser for the tests: started once, ended after the last. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const ROOT = new URL("../../../", import.meta.url).pathname;
export const PYTHON = process.env.CANDOR_PYTHON ?? `${ROOT}.venv/bin/python`;
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts everything; `tell` breaks and mends, `end` stops it. */
export async function started() {
  const server = spawn(PYTHON, ["-m", "tests.console.breakable"], { cwd: ROOT, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const line = async () => (await lines.next()).value;
  const url = await line();
  const uploads = await line();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  return {
    url,
    uploads,
    browser,
    async tell(order) {
      server.stdin.write(`${order}\n`);
      if ((await line()) !== "done") throw new Error(`${order} was not done`);
    },
    async end() {
      await browser.close();
      server.stdin.end();
    },
  };
}

/** A page of a user of its own; what its console says against it is kept in `faults`. */
export async function visit(system, { name, colorScheme = "light", width = 1280 }) {
  const context = await system.browser.newContext({ viewport: { width, height: 860 }, colorScheme });
  await context.addInitScript((user) => localStorage.setItem("candor.user", user), name);
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(system.url);
  return { page, faults };
}

/** Sends a file and goes back to ask about it. */
export async function withFile(page, file) {
  await page.setInputFiles("input[type=file]", file);
  await page.getByRole("button", { name: "Ask about it" }).and(page.locator(":enabled")).click();
}

/** Asks, and waits for the reply; gives its element. */
export async function ask(page, question) {
  const before = await page.locator(".reply").count();
  await page.getByLabel("Your question").fill(question);
  await page.keyboard.press("Enter");
  const reply = page.locator(".reply").nth(before);
  await reply.locator(".meta").waitFor({ timeout: 60_000 });
  return reply;
}
