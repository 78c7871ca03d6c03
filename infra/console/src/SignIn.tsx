import { refusal, signIn } from "./login";

export function SignIn() {
  return (
    <main id="main" class="pad entry" tabIndex={-1}>
      <h1>Candor</h1>
      <p>Sign in to ask questions about your data.</p>
      {refusal.value && (
        <p class="notice" role="alert">
          {refusal.value}
        </p>
      )}
      <button class="primary" onClick={() => void signIn()}>
        Sign in
      </button>
    </main>
  );
}
