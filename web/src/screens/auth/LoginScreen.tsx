import { PATHS, safePath } from '@quantalgo/contracts/core/paths';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { loadSessions, useSession } from '../../data/auth/currentSession';
import { useSending } from '../../data/auth/useSending';
import { EntryFrame } from '../../ui/EntryFrame';
import { EmailField, PasswordField } from '../../ui/Field';
import { PageHeading } from '../../ui/Heading';
import { BackToStart, TextLink } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { SubmitButton } from '../../ui/Button';

/** The login. Members who are signed in already, in this tab or through another one, are redirected. */
export default function LoginScreen() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'signed-in') return <Navigate replace to={returnTo(location.state)} />;
  return (
    <EntryFrame corner={<BackToStart />}>
      <PageHeading className="text-xl!">Log in</PageHeading>
      {session.reason === 'expired' && (
        <Notice tone="warning">Your session has ended. Please log in again.</Notice>
      )}
      <LoginForm />
      <div className="grid justify-items-center text-sm text-muted">
        <p>
          New here?{' '}
          <TextLink to={PATHS.signUp} className="inline-flex min-h-11 items-center">
            Create an account
          </TextLink>
        </p>
        <p>
          Logged in elsewhere?{' '}
          <TextLink to={PATHS.transfer} className="inline-flex min-h-11 items-center">
            Use a transfer code
          </TextLink>
        </p>
      </div>
    </EntryFrame>
  );
}

const FILL_IN = 'Please fill in all fields';

const WORDS = { wordless: 'Login failed', unanswered: 'Login failed. Please try again.' };

type Blank = 'email' | 'password' | null;

const signIn = async (email: string, password: string) =>
  (await loadSessions()).signIn(email, password);

/**
 * Email and password. The typed text survives failed attempts and, as the inputs are uncontrolled, hydration. A press
 * on the button before the app runs counts too. Without scripts the form is sent as POST, so its contents never get
 * into a URL.
 */
function LoginForm() {
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
      <SubmitButton busyLabel={sending ? 'Signing in…' : undefined} waitMs={waitMs}>
        Log in
      </SubmitButton>
    </form>
  );
}

const stateSchema = z.object({ from: z.string() });

/** Target after the login: the path that the dashboard's guard redirected from, otherwise the dashboard. */
export function returnTo(state: unknown): string {
  const parsed = stateSchema.safeParse(state);
  return parsed.success ? safePath(parsed.data.from) : PATHS.dashboard;
}
