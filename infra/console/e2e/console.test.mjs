/** The console in a real browser, against the whole system on this machine. `make test-e2e` runs it. */

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { ask, started, visit, withFile } from "./system.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const ORDERS = new URL("../../../examples/orders.csv", import.meta.url).pathname;
const SHOTS = new URL("../../../build/screenshots/", import.meta.url).pathname;
const HOSTILE = `name,amount
<img src=x onerror=window.hurt=1>,10
<script>window.hurt=1</script>,20
"=HYPERLINK(""http://evil"",""x"")",30
[click](javascript:window.hurt=1),40
`;
let system;

before(async () => {
  system = await started();
  await mkdir(SHOTS, { recursive: true });
});
after(() => system.end());
afterEach(() => system.tell("mend"));

/** No rule of accessibility is broken, nothing scrolls sideways. */
async function clean(page, name) {
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  const source = await readFile(AXE, "utf8");
  const cdp = await page.context().newCDPSession(page); // past the page's own policy, which lets no foreign script in
  await cdp.send("Runtime.evaluate", { expression: source });
  const { result } = await cdp.send("Runtime.evaluate", {
    expression: "axe.run().then((found) => JSON.stringify(found.violations.map((one) => [one.id, one.nodes.map((n) => n.html)])))",
    awaitPromise: true,
    returnByValue: true,
  });
  assert.deepEqual(JSON.parse(result.value), [], `${name} is not accessible to all`);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} scrolls sideways`);
}

for (const colorScheme of ["light", "dark"]) {
  test(`a file is sent and its profile seen, a question answered with a chart, and a figure traced (${colorScheme})`, async () => {
    const { page, faults } = await visit(system, { name: `asker-${colorScheme}`, colorScheme });
    await clean(page, `home-${colorScheme}`);
    await page.setInputFiles("input[type=file]", ORDERS);
    await page.getByRole("heading", { name: "orders.csv" }).waitFor();
    await page.getByText("420 rows, 9 columns").waitFor();
    await clean(page, `dataset-${colorScheme}`);
    await page.getByRole("button", { name: "Ask about it" }).click();
    const reply = await ask(page, "Revenue by region");
    await reply.locator(".chart svg").waitFor();
    await reply.getByRole("button", { name: "90,076.85" }).click();
    await reply.getByText("From 153 of 420 rows").waitFor();
    await clean(page, `answer-${colorScheme}`);
    const forfeit = await ask(page, "What is the total revenue in Atlantis?");
    await forfeit.getByText("Not answered", { exact: true }).waitFor();
    await forfeit.scrollIntoViewIfNeeded();
    await clean(page, `forfeit-${colorScheme}`);
    await page.getByRole("link", { name: "Agents" }).click();
    await page.locator(".card").first().waitFor();
    await clean(page, `agents-${colorScheme}`);
    assert.deepEqual(faults, []);
  });
}

test("the steps are seen while they happen, and a page that is loaded anew goes on where it was", async () => {
  const { page, faults } = await visit(system, { name: "reloader" });
  await withFile(page, ORDERS);
  await system.tell("hold RunAgent 3");
  await page.getByLabel("Your question").fill("What is the total revenue?");
  await page.keyboard.press("Enter");
  await page.getByText("Choosing who answers").waitFor();
  await clean(page, "steps");
  await page.reload();
  await page.getByText("Choosing who answers").waitFor();
  const reply = page.locator(".reply");
  await reply.getByText("246,656.05").first().waitFor({ timeout: 60_000 });
  assert.equal(await reply.count(), 1);
  assert.deepEqual(faults, []);
});

test("a step that fails leaves the figure that was computed", async () => {
  const { page } = await visit(system, { name: "salvaged" });
  await withFile(page, ORDERS);
  await system.tell("break Synthesize raises");
  const reply = await ask(page, "What is the total revenue?");
  await reply.getByText("246,656.05").first().waitFor();
  await clean(page, "salvaged");
});

test("a failure is told in plain words, with what was tried", async () => {
  const { page } = await visit(system, { name: "failing" });
  await withFile(page, ORDERS);
  await system.tell("break Coordinate raises");
  const reply = await ask(page, "What is the total revenue?");
  await reply.getByText("Something failed", { exact: true }).waitFor();
  assert.ok(!/Error|Traceback|botocore/.test(await reply.innerText()));
  await clean(page, "failure");
});

test("what a file holds is only ever text, and a formula in it is none in a spreadsheet", async () => {
  const file = join(tmpdir(), `hostile-${process.pid}.csv`);
  await writeFile(file, HOSTILE);
  const { page, faults } = await visit(system, { name: "victim" });
  await withFile(page, file);
  const reply = await ask(page, "Total amount by name");
  await reply.locator("table").first().waitFor();
  assert.equal(await page.evaluate(() => window.hurt), undefined);
  assert.equal(await reply.locator("a, img, script").count(), 0);
  const [download] = await Promise.all([page.waitForEvent("download"), reply.getByRole("button", { name: "CSV" }).click()]);
  const saved = await readFile(await download.path(), "utf8");
  assert.ok(saved.includes("'=HYPERLINK"), saved);
  assert.deepEqual(faults, []);
});

test("on a telephone everything fits, and the menu opens", async () => {
  const { page, faults } = await visit(system, { name: "walker", width: 360 });
  await withFile(page, ORDERS);
  await ask(page, "Revenue by region");
  await clean(page, "phone");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await clean(page, "settings");
  assert.deepEqual(faults, []);
});

test("without a mouse: a question is asked, a figure opened and closed", async () => {
  const { page } = await visit(system, { name: "typist" });
  await withFile(page, ORDERS);
  const reply = await ask(page, "What is the total revenue?");
  await reply.locator(".figure").first().focus();
  await page.keyboard.press("Enter");
  await reply.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".evidence").count(), 0);
});
