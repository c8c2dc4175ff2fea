import { signUpEndpoints } from '@quantalgo/contracts/auth/signUpEndpoints';
import { formatMinutesSeconds } from '@quantalgo/contracts/core/durations';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { type ReactNode, useState } from 'react';
import { BRAND } from '../../core/brand';
import { serverNow, useNow } from '../../data/core/clock';
import { useSession } from '../../data/auth/currentSession';
import type { FailureText } from '../../data/core/errors';
import { storePendingSignUp, usePendingSignUp } from '../../data/auth/pendingRegistration';
import { confirmAccount } from '../../data/auth/session';
import { useChallenge } from '../../data/auth/useChallenge';
import { type FormSchema, useForm } from '../../data/core/useForm';
import { useMutation } from '../../data/core/useMutation';
import { Button } from '../../ui/Button';
import { Done, useRedirect } from '../../ui/Done';
import { ExternalLink } from '../../ui/Links';
import { Notice } from '../../ui/Notice';

const REDIRECT_DELAY_MS = 2000;

interface Entered {
  readonly email: string;
  readonly code: string;
}

export type Confirmation = ReturnType<typeof useConfirmation>;

export function useConfirmation(
  schema: FormSchema<Entered, Entered>,
  initial: Entered,
  failure: FailureText,
) {
  const isLoggedIn = useSession().status === 'logged-in';
  const [email, setEmail] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  const form = useForm(schema, {
    initial: { ...initial },
    onSubmit: async (entered) => {
      setEmail(entered.email);
      await confirmAccount(entered.email, entered.code);
      setConfirmed(true);
    },
    failure,
  });
  useRedirect(PATHS.linkTrader, confirmed ? REDIRECT_DELAY_MS : null);
  const wasLoggedInBefore = isLoggedIn && !form.pending && !confirmed;
  return { form, confirmed, wasLoggedInBefore, email };
}

export const ConfirmationSuccess = () => (
  <Done title="Welcome aboard" next={{ to: PATHS.linkTrader, words: 'Continue' }}>
    Account confirmed successfully! Redirecting to trader ID setup...
  </Done>
);

const RESEND_DELAY_MS = 60_000;

const RESEND_TEXT = { fallback: 'Failed to send activation email' };

const OtherOptions = ({ otherAddress }: { otherAddress: ReactNode }) => (
  <section aria-label="No code yet?" className="grid gap-2 text-sm text-muted">
    <h2 className="text-base font-semibold text-text">No code yet?</h2>
    <ul className="grid gap-1">
      <li>Check your spam and promotions folders. The code is in the subject line.</li>
      <li>{otherAddress}</li>
      <li>
        <ExternalLink href={BRAND.telegram.support}>Contact support</ExternalLink>. They can see
        whether the email was delivered.
      </li>
    </ul>
  </section>
);

export function ResendCode({ email, otherAddress }: { email: string; otherAddress: ReactNode }) {
  const sentAt = usePendingSignUp()?.sentAt ?? 0;
  const now = useNow();
  const [notice, setNotice] = useState<string | null>(null);
  const { checking, call } = useChallenge();
  const { pending, failure, waitMs, send } = useMutation(async () => {
    await call(signUpEndpoints.sendActivationEmail, { body: { email } });
    storePendingSignUp({ email, sentAt: serverNow() });
    setNotice('Check your email. If you already confirmed your account, log in.');
  }, RESEND_TEXT);
  const remainingMs = Math.max(waitMs, sentAt + RESEND_DELAY_MS - now);
  const isWaiting = remainingMs > 0;
  return (
    <div className="grid gap-4">
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {failure === null && notice !== null && <Notice>{notice}</Notice>}
      <Button
        className="tabular-nums"
        disabled={isWaiting}
        busyLabel={checking ?? (pending ? 'Sending a new code…' : undefined)}
        onClick={() => void send()}
      >
        {isWaiting ? (
          <span>
            Send a new code in <span translate="no">{formatMinutesSeconds(remainingMs)}</span>
          </span>
        ) : (
          'Send a new code'
        )}
      </Button>
      {!isWaiting && sentAt > 0 && <OtherOptions otherAddress={otherAddress} />}
    </div>
  );
}
