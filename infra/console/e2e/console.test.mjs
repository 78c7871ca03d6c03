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
const CITIES = 70;
const LONG = `city,revenue\n${Array.from({ length: 3 * CITIES }, (_, n) => `City ${String(n % CITIES).padStart(3, "0")},${(n * 7) % 97}.5`).join("\n")}\n`;
const SALES = `order,region,rep,channel,revenue,units,ordered
1,West,Ada,Online,10.5,2,2025-01-03
2,East,Bo,Store,20,1,2025-01-15
3,West,Ada,Store,30,4,2025-02-02
4,North,Cy,Online,4.25,1,2025-02-20
5,East,Bo,Online,1,1,2025-03-01
6,South,Di,Store,7,3,2025-03-05
7,West,Ada,Online,12,2,2025-03-09
8,North,Cy,Store,3,1,2025-03-11
`;
let system;

before(async () => {
  system = await started();
  await mkdir(SHOTS, { recursive: true });
});
after(() => system.end());
afterEach(() => system.tell("mend"));

/** A file of this text, for one test. */
async function written(name, text) {
  const file = join(tmpdir(), `${name}-${process.pid}.csv`);
  await writeFile(file, text);
  return file;
}

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
  const { page, faults } = await visit(system, { name: "victim" });
  await withFile(page, await written("hostile", HOSTILE));
  const reply = await ask(page, "Total amount by name");
  await reply.locator("table").first().waitFor();
  assert.equal(await page.evaluate(() => window.hurt), undefined);
  assert.equal(await reply.locator("a, img, script").count(), 0);
  const [download] = await Promise.all([page.waitForEvent("download"), reply.getByRole("button", { name: "CSV" }).click()]);
  const saved = await readFile(await download.path(), "utf8");
  assert.ok(saved.includes("'=HYPERLINK"), saved);
  assert.deepEqual(faults, []);
});

test("a forfeit is calm: a shape beside its verdict, and what was tried in a part that opens", async () => {
  const { page, faults } = await visit(system, { name: "refused" });
  await withFile(page, ORDERS);
  const reply = await ask(page, "What is the total revenue in Atlantis?");
  assert.ok(await reply.evaluate((element) => element.classList.contains("forfeited")));
  const styled = await reply.evaluate((element) => getComputedStyle(element).backgroundColor);
  const behind = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.ok(!["rgba(0, 0, 0, 0)", behind].includes(styled), `a forfeit has a ground of its own: ${styled}`);
  assert.equal(await reply.locator(".verdict svg").count(), 1);
  const tried = reply.locator("details", { hasText: "What was tried" });
  assert.equal(await tried.locator("li").first().isVisible(), false);
  await tried.locator("summary").click();
  await tried.locator("li").first().waitFor({ state: "visible" });
  assert.deepEqual(faults, []);
});

test("each agent has a panel, in the order of the plan, with its charts and tables, and the network shows who worked", async () => {
  const { page, faults } = await visit(system, { name: "planner" });
  await withFile(page, ORDERS);
  await system.tell("team");
  const reply = await ask(page, "Which datasets are there, and what is the revenue by region?");
  await reply.locator(".panel .chart svg").first().waitFor();
  const panels = await reply.locator(".panel > h2").allInnerTexts();
  assert.deepEqual(panels, ["SQL analytics", "Data discovery"]);
  await reply.getByText("How it was worked out").click();
  const nodes = await reply.locator(".network .node.completed strong").allInnerTexts();
  assert.deepEqual(nodes, panels);
  await reply.locator(".network .wave").nth(1).getByText("after SQL analytics").waitFor();
  assert.equal(await reply.locator(".panel").first().locator("table").count(), 1);
  await clean(page, "network");
  await page.reload();
  await page.getByText("How it was worked out").click();
  await page.locator(".network .node.completed").nth(1).waitFor();
  await page.locator(".steps li").first().waitFor();
  assert.deepEqual(faults, []);
});

test("a table that is shown in part is sorted, paged through and saved whole", async () => {
  const { page, faults } = await visit(system, { name: "reader" });
  await withFile(page, await written("long", LONG));
  const reply = await ask(page, "What is the total revenue by city?");
  await reply.getByText(`12 of ${CITIES} rows`).waitFor();
  await reply.getByRole("button", { name: "City", exact: true }).click();
  await reply.getByRole("cell", { name: `City 0${CITIES - 1}` }).waitFor();
  await reply.getByRole("button", { name: "Show more" }).click();
  await reply.getByText(`${CITIES} rows`, { exact: true }).waitFor();
  assert.equal(await reply.locator("tbody tr").count(), CITIES);
  const [download] = await Promise.all([page.waitForEvent("download"), reply.getByRole("button", { name: "CSV" }).click()]);
  const saved = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  assert.equal(saved.length, CITIES + 1);
  assert.ok(saved[1].startsWith(`City 0${CITIES - 1}`), saved[1]);
  assert.deepEqual(faults, []);
});

test("a consultation goes from phase to phase with a line between them, the next question coming by itself", async () => {
  const { page, faults } = await visit(system, { name: "client" });
  await withFile(page, await written("sales", SALES));
  await page.getByLabel("Guide me through it").check();
  for (const said of ["We want to know which region has the highest revenue", "whether to close a branch", "the board"]) await ask(page, said);
  const handed = await ask(page, "a clear ranking");
  const line = handed.locator(".transition");
  await line.waitFor();
  assert.ok((await line.innerText()).length > 0);
  assert.deepEqual(await handed.locator(".speaker").allInnerTexts(), ["Qualifier", "Assessor"]);
  assert.equal(await page.locator(".asked").count(), 4);
  await clean(page, "handoff");
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

test("a reply comes into view; an empty cell stays in its column; nothing answered has no confidence", async () => {
  const { page } = await visit(system, { name: "scroller", width: 360 });
  const holes = `region,amount\nWest,10\nEast,\nEast,n/a\n${"North,5\n".repeat(9)}`;
  await withFile(page, await written("holes", holes));
  await ask(page, "total amount by region");
  const empty = page.getByRole("cell", { name: "–" });
  assert.equal(await empty.evaluate((cell) => getComputedStyle(cell).textAlign), "right");
  const forfeit = await ask(page, "What is the total amount in Atlantis?");
  const verdict = forfeit.getByText("Not answered", { exact: true });
  await verdict.waitFor();
  await page.waitForFunction(() => {
    const said = [...document.querySelectorAll(".verdict")].at(-1).getBoundingClientRect();
    return said.top >= 0 && said.bottom < document.querySelector(".composer").getBoundingClientRect().top;
  });
  assert.ok(!(await forfeit.innerText()).includes("confidence"));
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
