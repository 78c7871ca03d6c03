/** Signing in, in a real browser: the page on one host, the API and the login page on others. `make test-e2e` runs it. */

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { deployed } from "./deployed.mjs";
import { ask, PYTHON, started, visit, withFile } from "./system.mjs";

const ORDERS = new URL("../../../examples/orders.csv", import.meta.url).pathname;
let system;
let page;

before(async () => {
  system = await started();
  page = await deployed(system, PYTHON);
});
after(async () => {
  page.end();
  await system.end();
});
beforeEach(() => Object.assign(page.login, { seconds: 3600, refuses: false, grants: [], revoked: [], out: 0 }));

/** A browser on the deployed page. */
async function opened() {
  return visit({ ...system, url: page.url }, { name: "nobody" });
}

async function signedIn() {
  const opening = await opened();
  await opening.page.getByRole("button", { name: "Sign in" }).click();
  await opening.page.getByRole("link", { name: "Settings" }).waitFor();
  return opening;
}

test("a person signs in by code with PKCE, sends a file, asks, follows the steps, and is still in after a reload", async () => {
  const { page: tab, faults } = await signedIn();
  assert.equal(new URL(tab.url()).search, "");
  await withFile(tab, ORDERS);
  const reply = await ask(tab, "What is the total revenue?");
  await reply.getByText("246,656.05").first().waitFor();
  await tab.reload();
  await tab.locator(".reply").getByText("246,656.05").first().waitFor();
  assert.deepEqual(page.login.grants, ["authorization_code", "refresh_token"]);
  assert.deepEqual(await tab.evaluate(() => Object.keys(localStorage).filter((name) => name !== "candor.theme" && name !== "candor.user")), []);
  assert.ok(!(await tab.evaluate(() => JSON.stringify(sessionStorage))).includes("signed-in-person"));
  assert.deepEqual(faults, []);
});

test("a token that is about to end is renewed before it is used", async () => {
  page.login.seconds = 30;
  const { page: tab, faults } = await signedIn();
  await tab.getByRole("link", { name: "Agents" }).click();
  await tab.locator(".card").first().waitFor();
  assert.ok(page.login.grants.filter((one) => one === "refresh_token").length > 0);
  assert.deepEqual(faults, []);
});

test("a login that has ended, or was refused, is told in a sentence, with the way back in", async () => {
  page.login.seconds = 30;
  const { page: tab } = await signedIn();
  page.login.refuses = true;
  // What the page asks by itself may have met the refusal before: then there is no link left to click.
  await tab.evaluate(() => void (location.hash = "#agents"));
  await tab.getByText("Your login has ended. Sign in again.").waitFor();
  await tab.getByRole("button", { name: "Sign in" }).click();
  await tab.getByText("You were not signed in.").waitFor();
  page.login.refuses = false;
  await tab.getByRole("button", { name: "Sign in" }).click();
  await tab.getByRole("link", { name: "Settings" }).waitFor();
});

test("an answer that this page has not asked for signs nobody in", async () => {
  const { page: tab } = await opened();
  await tab.goto(`${page.url}/?code=stolen&state=forged`);
  await tab.getByText("You were not signed in.").waitFor();
  assert.ok(!page.login.grants.includes("authorization_code"));
});

test("who signs out is out here and at the login page, and what renews a login is revoked", async () => {
  const { page: tab } = await signedIn();
  await tab.getByRole("link", { name: "Settings" }).click();
  await tab.getByRole("button", { name: "Sign out" }).click();
  await tab.getByRole("button", { name: "Sign in" }).waitFor();
  assert.equal(page.login.out, 1);
  assert.equal(page.login.revoked.length, 1);
  await tab.reload();
  await tab.getByRole("button", { name: "Sign in" }).waitFor();
});
