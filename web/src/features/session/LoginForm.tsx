import { PATHS } from '@quantalgo/contracts';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useSending } from '../../data/session/useSending';
import { loadSessions } from '../../data/session/currentSession';
import { EmailField, PasswordField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { SubmitButton } from '../../ui/SubmitButton';
import { TextLink } from '../../ui/Links';

const FILL_IN = 'Please fill in all fields';
const WORDS = { wordless: 'Login failed', unanswered: 'Login failed. Please try again.' };

type Blank = 'email' | 'password' | null;

const signIn = async (email: string, password: string) =>
  (await loadSessions()).signIn(email, password);

/**
 * Email and password. What was typed stays, whatever becomes of the try, and what was typed before the app runs: the
 * fields themselves hold it. A press on the button before that counts too; sent without script, nothing is in an address.
 */
export function LoginForm() {
  const [blank, setBlank] = useState<Blank>(null);
  const form = useRef<HTMLFormElement>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const { sending, failure, waitMs, send } = useSending(signIn, WORDS);

  useEffect(() => {
    if (form.current && 'pressed' in form.current.dataset) form.current.requestSubmit();
  }, []);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const email = emailInput.current?.value ?? '';
    const password = passwordInput.current?.value ?? '';
    const missing: Blank = email.trim() === '' ? 'email' : password === '' ? 'password' : null;
    setBlank(missing);
    if (missing === 'email') emailInput.current?.focus();
    else if (missing === 'password') passwordInput.current?.focus();
    else void send(email, password);
  };

  return (
    <form
      ref={form}
      noValidate
      method="post"
      onFocus={() => void loadSessions().catch(() => undefined)}
      onSubmit={submit}
      className="grid gap-5"
    >
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <EmailField
        ref={emailInput}
        autoComplete="username"
        error={blank === 'email' ? FILL_IN : undefined}
      />
      <div className="grid gap-1">
        <PasswordField
          ref={passwordInput}
          label="Password"
          name="password"
          autoComplete="current-password"
          error={blank === 'password' ? FILL_IN : undefined}
        />
        <TextLink
          to={PATHS.forgotPassword}
          className="inline-flex min-h-11 items-center justify-self-end text-sm"
        >
          Forgot password?
        </TextLink>
      </div>
      <SubmitButton doing={sending ? 'Signing in…' : undefined} waitMs={waitMs}>
        Log in
      </SubmitButton>
    </form>
  );
}
