/**
 * Who asks. On one machine any name is a user. In AWS a person signs in at the deployment's page, by authorization code
 * with PKCE (RFC 7636); the access token stays in this page's memory, what renews it in its tab.
 */

import { signal } from "@preact/signals";
import { ApiError } from "./errors";

interface Deployment {
  api?: string;
  login?: string;
  client?: string;
}

interface Asked {
  verifier: string;
  state: string;
  hash: string;
}

const USER = "candor.user";
const DEFAULT_USER = "me";
const ASKED = "candor.asked";
const RENEWS = "candor.renews";
const SCOPES = "openid aws.cognito.signin.user.admin";
const SPARE_MS = 60_000;
const ENDED = "Your login has ended. Sign in again.";
const REFUSED = "You were not signed in. Try again, or ask whoever runs this for a user.";
const SILENT = "The login page can't be reached just now. Try again in a minute.";

/** Whether this page may ask: not known yet, yes, or only once a person has signed in. */
export const entry = signal<"unknown" | "open" | "closed">("unknown");
/** Why a person has to sign in again, where there is more to say than that. */
export const refusal = signal("");

let deployment: Deployment = {};
let access = "";
let until = 0;
let renewing: Promise<void> | null = null;

/** Where the API is: nothing before its paths on one machine. */
export function base(): string {
  return deployment.api ?? "";
}

/** Whether people sign in here. */
export function guarded(): boolean {
  return Boolean(deployment.login);
}

export function user(): string {
  return localStorage.getItem(USER) || DEFAULT_USER;
}

export function actAs(name: string): void {
  localStorage.setItem(USER, name.trim() || DEFAULT_USER);
}

/** Learns where this page is deployed, and takes up what the login page sent, or a login of this tab. */
export async function enter(): Promise<void> {
  deployment = await fetch("/deployment.json")
    .then((answer) => answer.json() as Promise<Deployment>)
    .catch(() => ({}));
  if (!deployment.login) {
    entry.value = "open";
    return;
  }
  const sent = new URLSearchParams(location.search);
  try {
    if (sent.has("state")) await taken(sent);
    else if (sessionStorage.getItem(RENEWS)) await renewed();
    entry.value = access ? "open" : "closed";
  } catch (error) {
    closed(error instanceof ApiError ? error.message : SILENT);
  }
}

/** The token of a request, renewed where it is about to end. */
export async function bearer(): Promise<string> {
  if (!guarded()) return user();
  if (Date.now() > until - SPARE_MS) {
    renewing ??= renewed().finally(() => (renewing = null));
    await renewing;
  }
  return access;
}

/** Goes to the login page, and comes back to where this page is. */
export async function signIn(): Promise<void> {
  const asked: Asked = { verifier: random(48), state: random(16), hash: location.hash };
  sessionStorage.setItem(ASKED, JSON.stringify(asked));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(asked.verifier));
  const query = new URLSearchParams({
    response_type: "code",
    client_id: deployment.client ?? "",
    redirect_uri: here(),
    scope: SCOPES,
    state: asked.state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
  location.assign(`${deployment.login}/oauth2/authorize?${query}`);
}

/** Ends the login here and at the login page. */
export function signOut(): void {
  const token = sessionStorage.getItem(RENEWS);
  const client_id = deployment.client ?? "";
  if (token) {
    const body = new URLSearchParams({ token, client_id });
    void fetch(`${deployment.login}/oauth2/revoke`, { method: "POST", body, mode: "no-cors", keepalive: true }).catch(() => undefined);
  }
  closed("");
  location.assign(`${deployment.login}/logout?${new URLSearchParams({ client_id, logout_uri: here() })}`);
}

/** Has a person sign in again. */
export function closed(why: string = ENDED): void {
  access = "";
  until = 0;
  sessionStorage.removeItem(RENEWS);
  refusal.value = why;
  entry.value = "closed";
}

async function taken(sent: URLSearchParams): Promise<void> {
  const asked = JSON.parse(sessionStorage.getItem(ASKED) ?? "null") as Asked | null;
  sessionStorage.removeItem(ASKED);
  history.replaceState(null, "", `/${asked?.hash ?? ""}`); // the code is good for once, and is nobody's business
  const code = sent.get("code");
  if (!asked || !code || sent.get("state") !== asked.state) throw new ApiError(REFUSED, "signed_out");
  await tokens({ grant_type: "authorization_code", code, redirect_uri: here(), code_verifier: asked.verifier }, REFUSED);
}

async function renewed(): Promise<void> {
  const refresh_token = sessionStorage.getItem(RENEWS) ?? "";
  await tokens({ grant_type: "refresh_token", refresh_token }, ENDED);
}

/** Asks for tokens; where they are refused, the login is over. */
async function tokens(grant: Record<string, string>, refused: string): Promise<void> {
  const body = new URLSearchParams({ ...grant, client_id: deployment.client ?? "" });
  const answer = await fetch(`${deployment.login}/oauth2/token`, { method: "POST", body }).catch(() => null);
  if (!answer || answer.status >= 500) throw new ApiError(SILENT, "unreachable");
  const told = (await answer.json().catch(() => ({}))) as { access_token?: string; refresh_token?: string; expires_in?: number };
  if (!answer.ok || !told.access_token) {
    closed(refused);
    throw new ApiError(refused, "signed_out");
  }
  access = told.access_token;
  until = Date.now() + (told.expires_in ?? 0) * 1000;
  if (told.refresh_token) sessionStorage.setItem(RENEWS, told.refresh_token);
}

function here(): string {
  return `${location.origin}/`;
}

function random(bytes: number): string {
  return base64url(crypto.getRandomValues(new Uint8Array(bytes)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
