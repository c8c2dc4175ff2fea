import { passwordsEndpoints } from '@quantalgo/contracts/auth/passwordEndpoints';
import { formatDuration } from '@quantalgo/contracts/core/durations';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { RESET_TOKEN_TTL_MS } from '@quantalgo/contracts/core/validation';
import { MailCheck } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { BRAND } from '../../core/brand';
import { useChallenge } from '../../data/auth/useChallenge';
import { useSending } from '../../data/auth/useSending';
import { Button, SubmitButton } from '../../ui/Button';
import { EntryFrame } from '../../ui/EntryFrame';
import { EmailField, isFocusWithinForm } from '../../ui/Field';
import { Heading, PageHeading } from '../../ui/Heading';
import { BackToStart, ExternalLink, LinkButton, TextLink } from '../../ui/Links';
import { Notice } from '../../ui/Notice';

const Support = () => (
  <p className="text-center text-sm text-muted">
    No access to your email?{' '}
    <ExternalLink href={BRAND.telegram.support}>Write to our support</ExternalLink>
  </p>
);

export default function ForgotScreen() {
  const [email, setEmail] = useState('');
  const [serverMessage, setServerMessage] = useState<string | null>(null);
  return (
    <EntryFrame corner={<BackToStart />}>
      {serverMessage === null ? (
        <ForgotForm email={email} onEmail={setEmail} onSent={setServerMessage} />
      ) : (
        <CheckEmail
          serverMessage={serverMessage}
          email={email}
          onRetry={() => setServerMessage(null)}
        />
      )}
      <Support />
    </EntryFrame>
  );
}

const FORGOT_TEXT = {
  fallback: 'Failed to send reset email',
  unanswered: 'An unexpected error occurred. Please try again.',
};

const SENT_TEXT = 'If that address has an account, a reset link is on its way';

const validateEmail = (email: string): string | undefined =>
  passwordsEndpoints.forgotPassword.body.safeParse({ email }).error?.issues[0]?.message;

function ForgotForm({
  email,
  onEmail,
  onSent,
}: {
  email: string;
  onEmail: (email: string) => void;
  onSent: (serverMessage: string) => void;
}) {
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { checking, call } = useChallenge();
  const { sending, failure, waitMs, send } = useSending(async () => {
    const { message } = await call(passwordsEndpoints.forgotPassword, { body: { email } });
    onSent(message ?? SENT_TEXT);
  }, FORGOT_TEXT);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const emailError = validateEmail(email);
    setError(emailError);
    if (emailError === undefined) void send();
    else input.current?.focus();
  };
  return (
    <>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Forgot your password?</PageHeading>
        <p className="text-muted">We’ll email you a link and a code to set a new one.</p>
      </div>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <EmailField
          ref={input}
          autoComplete="username"
          value={email}
          onChange={({ target }) => onEmail(target.value)}
          onBlur={(event) => isFocusWithinForm(event) && setError(validateEmail(email))}
          error={error}
        />
        <SubmitButton
          busyLabel={checking ?? (sending ? 'Sending Reset Link...' : undefined)}
          waitMs={waitMs}
        >
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

/** The code helps if the email's link opens in another browser. */
const CheckEmail = ({
  serverMessage,
  email,
  onRetry,
}: {
  serverMessage: string;
  email: string;
  onRetry: () => void;
}) => (
  <section className="grid gap-6" aria-live="polite">
    <div className="grid gap-2">
      <MailCheck size={32} aria-hidden className="mb-2 text-call" />
      <Heading>Check Your Email!</Heading>
      <p className="text-muted">
        <span>{`${serverMessage}:`}</span>{' '}
        <span className="font-semibold wrap-anywhere text-text">{email.trim()}</span>
        <span>{`. It is valid for ${formatDuration(RESET_TOKEN_TTL_MS)}. Check your spam folder too.`}</span>
      </p>
    </div>
    <div className="grid gap-3">
      <LinkButton to={PATHS.resetPassword} variant="primary">
        Type the code from the mail
      </LinkButton>
      <Button onClick={onRetry}>Try Again</Button>
      <LinkButton to={PATHS.login} variant="quiet">
        Back to Login
      </LinkButton>
    </div>
  </section>
);
