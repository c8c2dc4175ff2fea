import { PATHS } from '@quantalgo/contracts/core/paths';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { loadSessions, useSession } from '../../data/auth/currentSession';
import { useMutation } from '../../data/core/useMutation';
import { EntryFrame } from '../../ui/EntryFrame';
import { EmailField, PasswordField } from '../../ui/Field';
import { PageHeading } from '../../ui/Heading';
import { BackToStart } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { SubmitButton } from '../../ui/Button';
import { AuthLink } from './AuthLink';
import { getReturnPath } from './returnPath';

export default function LoginScreen() {
  const session = useSession();
  const state: unknown = useLocation().state;
  if (session.status === 'logged-in') return <Navigate replace to={getReturnPath(state)} />;
  return (
    <EntryFrame corner={<BackToStart />}>
      <PageHeading className="text-xl!">Log in</PageHeading>
      {session.reason === 'expired' && (
        <Notice tone="warning">Your session has ended. Please log in again.</Notice>
      )}
      <LoginForm />
      <div className="grid justify-items-center text-sm text-muted">
        <p>
          New here? <AuthLink to={PATHS.signUp}>Create an account</AuthLink>
        </p>
        <p>
          Logged in elsewhere? <AuthLink to={PATHS.transfer}>Use a transfer code</AuthLink>
        </p>
      </div>
    </EntryFrame>
  );
}

const FIELDS_REQUIRED = 'Please fill in all fields';

const LOGIN_TEXT = { fallback: 'Login failed', unanswered: 'Login failed. Please try again.' };

type BlankField = 'email' | 'password' | null;

const logIn = async (email: string, password: string) =>
  (await loadSessions()).logIn(email, password);

/**
 * Uncontrolled inputs keep text typed before hydration, and don't need `useForm`, which would delay
 * this page. Without scripts the form is sent as POST, so that a password never reaches a URL.
 */
function LoginForm() {
  const [blankField, setBlankField] = useState<BlankField>(null);
  const form = useRef<HTMLFormElement>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const { pending, failure, waitMs, send } = useMutation(logIn, LOGIN_TEXT);

  useEffect(() => {
    if (form.current && 'pressed' in form.current.dataset) form.current.requestSubmit();
  }, []);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const email = emailInput.current?.value ?? '';
    const password = passwordInput.current?.value ?? '';
    const firstBlank: BlankField =
      email.trim() === '' ? 'email' : password === '' ? 'password' : null;
    setBlankField(firstBlank);
    if (firstBlank === 'email') emailInput.current?.focus();
    else if (firstBlank === 'password') passwordInput.current?.focus();
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
        error={blankField === 'email' ? FIELDS_REQUIRED : undefined}
      />
      <div className="grid gap-1">
        <PasswordField
          ref={passwordInput}
          label="Password"
          name="password"
          autoComplete="current-password"
          error={blankField === 'password' ? FIELDS_REQUIRED : undefined}
        />
        <AuthLink to={PATHS.forgotPassword} className="justify-self-end text-sm">
          Forgot password?
        </AuthLink>
      </div>
      <SubmitButton busyLabel={pending ? 'Logging in…' : undefined} waitMs={waitMs}>
        Log in
      </SubmitButton>
    </form>
  );
}
