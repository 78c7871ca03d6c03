/**
 * The page as it is deployed: its files on a host of its own under the policy of the stack, the API on another one, and
 * a login page that does what Cognito's does (authorize, token, revoke, logout).
 */

import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";

const ROOT = new URL("../../../", import.meta.url).pathname;
const DIST = new URL("../dist", import.meta.url).pathname;
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };
const CLIENT = "client-1";

/** Serves page and login; `url` is the page's, `login` what its login page has seen and how long its tokens hold. */
export async function deployed(system, python) {
  const login = await loginPage();
  const policy = said(python, login.url, system.url, system.uploads);
  const told = JSON.stringify({ api: system.url, login: login.url, client: CLIENT });
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://here").pathname;
    const name = path === "/" ? "/index.html" : path;
    const body = name === "/deployment.json" ? told : await readFile(DIST + name).catch(() => null);
    response.setHeader("content-security-policy", policy);
    response.setHeader("content-type", KINDS[extname(name)] ?? "application/octet-stream");
    response.writeHead(body === null ? 404 : 200).end(body ?? "");
  });
  const url = await listening(server);
  login.back.add(`${url}/`);
  return { url, login, end: () => [server, login.server].forEach((one) => (one.close(), one.closeAllConnections())) };
}

/** What the stack has CloudFront send. */
function said(python, ...reached) {
  const program = "import sys; from infra.headers import content_policy; print(content_policy(*sys.argv[1:]))";
  return spawnSync(python, ["-c", program, ...reached], { cwd: ROOT, encoding: "utf8" }).stdout.trim();
}

async function loginPage() {
  const page = { back: new Set(), seconds: 3600, grants: [], revoked: [], out: 0, refuses: false };
  const codes = new Map();
  const renews = new Map();
  page.server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://here");
    let body = "";
    for await (const part of request) body += part;
    const form = new URLSearchParams(body);
    response.setHeader("access-control-allow-origin", "*");
    if (pathname === "/oauth2/authorize") authorize(searchParams, response);
    else if (pathname === "/oauth2/token") token(form, response);
    else if (pathname === "/oauth2/revoke") response.writeHead(200).end(void page.revoked.push(form.get("token")));
    else if (pathname === "/logout") logout(searchParams, response);
    else response.writeHead(404).end();
  });

  function authorize(asked, response) {
    const fits = asked.get("client_id") === CLIENT && page.back.has(asked.get("redirect_uri")) && asked.get("code_challenge_method") === "S256";
    if (!fits) return response.writeHead(400).end("This page was asked in a way that it does not take.");
    const answer = new URLSearchParams({ state: asked.get("state") });
    if (page.refuses) answer.set("error", "access_denied");
    else {
      const code = randomUUID();
      codes.set(code, { challenge: asked.get("code_challenge"), back: asked.get("redirect_uri") });
      answer.set("code", code);
    }
    return response.writeHead(302, { location: `${asked.get("redirect_uri")}?${answer}` }).end();
  }

  function token(form, response) {
    const kind = form.get("grant_type");
    page.grants.push(kind);
    const given = kind === "authorization_code" ? codes.get(form.get("code")) : renews.has(form.get("refresh_token")) && {};
    codes.delete(form.get("code"));
    const challenge = createHash("sha256").update(form.get("code_verifier") ?? "").digest("base64url");
    const wrong = !given || form.get("client_id") !== CLIENT || page.refuses || (given.challenge && given.challenge !== challenge);
    response.setHeader("content-type", "application/json");
    if (wrong) return response.writeHead(400).end('{"error":"invalid_grant"}');
    const renew = randomUUID();
    if (kind === "authorization_code") renews.set(renew, true);
    const more = kind === "authorization_code" ? { refresh_token: renew } : {};
    return response.end(JSON.stringify({ access_token: "signed-in-person", expires_in: page.seconds, token_type: "Bearer", ...more }));
  }

  function logout(asked, response) {
    page.out += 1;
    const back = asked.get("logout_uri");
    return page.back.has(back) ? response.writeHead(302, { location: back }).end() : response.writeHead(400).end();
  }

  page.url = await listening(page.server);
  return page;
}

function listening(server) {
  return new Promise((go) => server.listen(0, "127.0.0.1", () => go(`http://127.0.0.1:${server.address().port}`)));
}
