import { PATHS } from '@quantalgo/contracts';
import { useRef, useState, type SubmitEvent } from 'react';
import { useSending } from '../../data/api/useSending';
import { signIn } from '../../data/session/session';
import { EmailField } from '../../ui/EmailField';
import { Notice } from '../../ui/Notice';
import { PasswordField } from '../../ui/PasswordField';
import { SubmitButton } from '../../ui/SubmitButton';
import { TextLink } from '../../ui/TextLink';

const FILL_IN = 'Please fill in all fields';
const WORDS = { wordless: 'Login failed', unanswered: 'Login failed. Please try again.' };

type Blank = 'email' | 'password' | null;

/** Email and password. What was typed stays, whatever becomes of the try. */
export function LoginForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [blank, setBlank] = useState<Blank>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const { sending, failure, waitMs, send } = useSending(signIn, WORDS);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const missing: Blank = email.trim() === '' ? 'email' : password === '' ? 'password' : null;
    setBlank(missing);
    if (missing === 'email') emailInput.current?.focus();
    else if (missing === 'password') passwordInput.current?.focus();
    else void send(email, password);
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <EmailField
        ref={emailInput}
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={blank === 'email' ? FILL_IN : undefined}
      />
      <div className="grid gap-1">
        <PasswordField
          ref={passwordInput}
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
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
