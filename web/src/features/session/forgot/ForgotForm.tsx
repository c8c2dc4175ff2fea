import { endpoints, PATHS } from '@quantalgo/contracts';
import { useRef, useState, type SubmitEvent } from 'react';
import { call } from '../../../data/session/call';
import { useSending } from '../../../data/session/useSending';
import { EmailField, isFocusWithinForm } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { PageHeading } from '../../../ui/Heading';
import { SubmitButton } from '../../../ui/SubmitButton';
import { TextLink } from '../../../ui/Links';

const WORDS = {
  wordless: 'Failed to send reset email',
  unanswered: 'An unexpected error occurred. Please try again.',
};
const SENT = 'If that address has an account, a reset link is on its way';

/** What is wrong with an address, in the words of this screen. */
const wrongWith = (email: string): string | undefined =>
  endpoints.forgotPassword.body.safeParse({ email }).error?.issues[0]?.message;

/** The address whose password was forgotten. */
export function ForgotForm({
  email,
  onEmail,
  onSent,
}: {
  email: string;
  onEmail: (email: string) => void;
  /** Called with what the server said. */
  onSent: (said: string) => void;
}) {
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { sending, failure, waitMs, send } = useSending(async () => {
    const { message } = await call('forgotPassword', { body: { email } });
    onSent(message ?? SENT);
  }, WORDS);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = wrongWith(email);
    setError(wrong);
    if (wrong === undefined) void send();
    else input.current?.focus();
  };
  return (
    <>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Forgot your password?</PageHeading>
        <p className="text-muted">We mail you a link, and a code, with which you set a new one.</p>
      </div>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <EmailField
          ref={input}
          autoComplete="username"
          value={email}
          onChange={({ target }) => onEmail(target.value)}
          onBlur={(event) => isFocusWithinForm(event) && setError(wrongWith(email))}
          error={error}
        />
        <SubmitButton doing={sending ? 'Sending Reset Link...' : undefined} waitMs={waitMs}>
          Send Reset Link
        </SubmitButton>
      </form>
      <p className="text-center text-sm text-muted">
        Remembered it?{' '}
        <TextLink to={PATHS.login} className="inline-flex min-h-11 items-center">
          Back to Login
        </TextLink>
      </p>
    </>
  );
}
