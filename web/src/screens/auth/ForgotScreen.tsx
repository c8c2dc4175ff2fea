import { passwordsEndpoints } from '@quantalgo/contracts/auth/passwordEndpoints';
import { formatDuration } from '@quantalgo/contracts/core/durations';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { RESET_TOKEN_TTL_MS } from '@quantalgo/contracts/core/validation';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { BRAND } from '../../core/brand';
import { useChallenge } from '../../data/auth/useChallenge';
import { useForm } from '../../data/core/useForm';
import { Button, SubmitButton } from '../../ui/Button';
import { EntryFrame } from '../../ui/EntryFrame';
import { EmailField } from '../../ui/Field';
import { Heading, PageHeading } from '../../ui/Heading';
import { BackToStart, ExternalLink, LinkButton } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { AuthLink } from './AuthLink';

const Support = () => (
  <p className="text-center text-sm text-muted">
    No access to your email?{' '}
    <ExternalLink href={BRAND.telegram.support}>Contact support</ExternalLink>
  </p>
);

export default function ForgotScreen() {
  const [email, setEmail] = useState('');
  const [serverMessage, setServerMessage] = useState<string | null>(null);
  return (
    <EntryFrame corner={<BackToStart />}>
      {serverMessage === null ? (
        <ForgotForm
          email={email}
          onSent={(message, sentTo) => {
            setServerMessage(message);
            setEmail(sentTo);
          }}
        />
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

function ForgotForm({
  email,
  onSent,
}: {
  email: string;
  onSent: (serverMessage: string, email: string) => void;
}) {
  const { checking, call } = useChallenge();
  const form = useForm(passwordsEndpoints.forgotPassword.body, {
    initial: { email },
    onSubmit: async (body) => {
      const { message } = await call(passwordsEndpoints.forgotPassword, { body });
      onSent(message ?? SENT_TEXT, body.email);
    },
    failure: FORGOT_TEXT,
  });
  return (
    <>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Forgot your password?</PageHeading>
        <p className="text-muted">We’ll email you a link and a code to set a new one.</p>
      </div>
      <form {...form.props} className="grid gap-5">
        {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
        <EmailField {...form.field('email')} autoComplete="username" />
        <SubmitButton
          busyLabel={checking ?? (form.pending ? 'Sending Reset Link...' : undefined)}
          waitMs={form.waitMs}
        >
          Send Reset Link
        </SubmitButton>
      </form>
      <p className="text-center text-sm text-muted">
        Remembered it? <AuthLink to={PATHS.login}>Back to Login</AuthLink>
      </p>
    </>
  );
}

/** Offers to enter the code, because the email's link may open in another browser. */
function CheckEmail({
  serverMessage,
  email,
  onRetry,
}: {
  serverMessage: string;
  email: string;
  onRetry: () => void;
}) {
  const state: unknown = useLocation().state;
  return (
    <section className="grid gap-6" aria-live="polite">
      <div className="grid gap-2">
        <MailCheck size={32} aria-hidden className="mb-2 text-call" />
        <Heading>Check Your Email!</Heading>
        <p className="text-muted">
          <span>{`${serverMessage}:`}</span>{' '}
          <span className="font-semibold wrap-anywhere text-text">{email}</span>
          <span>{`. The link is valid for ${formatDuration(RESET_TOKEN_TTL_MS)}. Check your spam folder too.`}</span>
        </p>
      </div>
      <div className="grid gap-3">
        <LinkButton to={PATHS.resetPassword} variant="primary">
          Type the code from the email
        </LinkButton>
        <Button onClick={onRetry}>Try Again</Button>
        <LinkButton to={PATHS.login} state={state} variant="quiet">
          Back to Login
        </LinkButton>
      </div>
    </section>
  );
}
