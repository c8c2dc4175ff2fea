import { PATHS } from '@quantalgo/contracts/core/paths';
import { CONFIRMATION_CODE_LENGTH, emailField } from '@quantalgo/contracts/core/validation';
import { type SubmitEvent, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { pending } from '../../data/auth/pendingRegistration';
import { Button, SubmitButton } from '../../ui/Button';
import { CodeInput } from '../../ui/CodeInput';
import { EntryFrame } from '../../ui/EntryFrame';
import { EmailField } from '../../ui/Field';
import { PageHeading } from '../../ui/Heading';
import { BackToStart, TextLink } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { type Confirmation, Confirmed, Resend, useConfirmation } from './Confirmation';

/** Confirms an account from any browser: another device that opened the mail, or after the first browser was closed. */
export default function ActivateScreen() {
  const confirmation = useConfirmation({
    wordless: 'Confirmation failed',
    unanswered: 'Confirmation failed. Please try again.',
  });
  if (confirmation.elsewhere) return <Navigate replace to={PATHS.dashboard} />;
  return (
    <EntryFrame corner={<BackToStart />}>
      {confirmation.confirmed ? (
        <Confirmed />
      ) : (
        <>
          <div className="grid gap-2">
            <PageHeading className="text-xl!">Confirm your account</PageHeading>
            <p className="text-muted">The code is in the subject line of the mail we sent you.</p>
          </div>
          <ActivateForm confirmation={confirmation} />
          <div className="flex flex-wrap justify-center gap-x-6 text-sm text-muted">
            <TextLink to={PATHS.signUp} className="inline-flex min-h-11 items-center">
              Create an account
            </TextLink>
            <TextLink to={PATHS.login} className="inline-flex min-h-11 items-center">
              Log in
            </TextLink>
          </div>
        </>
      )}
    </EntryFrame>
  );
}

const BOTH = 'Please enter both email and confirmation code';

const address = emailField(BOTH, 'Email is invalid');

type Wrong = { readonly field: 'email' | 'code'; readonly message: string } | null;

/** The email address in the fragment of the mail's link, which no server sees. */
const addressIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('email');

/** Email address and code. The address comes from the mail's link, or from a registration in this browser. */
function ActivateForm({ confirmation }: { confirmation: Confirmation }) {
  const { hash } = useLocation();
  const [email, setEmail] = useState(addressIn(hash) ?? pending.get()?.email ?? '');
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<Wrong>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const { confirming, failure, waitMs, confirm } = confirmation;

  const send = (typed: string) => {
    const { data, error } = address.safeParse(email);
    if (error) {
      setWrong({ field: 'email', message: error.issues[0]?.message ?? BOTH });
      emailInput.current?.focus();
    } else if (typed === '') setWrong({ field: 'code', message: BOTH });
    else {
      setWrong(null);
      void confirm(data, typed);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send(code);
  };
  const known = address.safeParse(email);
  const toAddress = () => {
    emailInput.current?.focus();
    emailInput.current?.select();
  };
  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <EmailField
          ref={emailInput}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          error={wrong?.field === 'email' ? wrong.message : undefined}
        />
        <CodeInput
          label="Confirmation code"
          length={CONFIRMATION_CODE_LENGTH}
          value={code}
          onChange={setCode}
          onComplete={send}
          error={wrong?.field === 'code' ? wrong.message : undefined}
        />
        <SubmitButton busyLabel={confirming ? 'Confirming...' : undefined} waitMs={waitMs}>
          Confirm Account
        </SubmitButton>
      </form>
      {known.success && (
        <Resend
          email={known.data}
          otherAddress={
            <Button variant="quiet" size="small" onClick={toAddress}>
              Use another address
            </Button>
          }
        />
      )}
    </>
  );
}
