import { PATHS } from '@quantalgo/contracts/core/paths';
import { CONFIRMATION_CODE_LENGTH, emailField } from '@quantalgo/contracts/core/validation';
import { type SubmitEvent, useRef, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { pendingSignUp } from '../../data/auth/pendingRegistration';
import { Button, SubmitButton } from '../../ui/Button';
import { CodeInput } from '../../ui/CodeInput';
import { EntryFrame } from '../../ui/EntryFrame';
import { EmailField } from '../../ui/Field';
import { PageHeading } from '../../ui/Heading';
import { BackToStart, TextLink } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import {
  type Confirmation,
  ConfirmationSuccess,
  ResendCode,
  useConfirmation,
} from './Confirmation';
import { type ConfirmationLink, useConfirmationLink } from './useConfirmationLink';

/** Works in any browser: the email may be opened on another device. */
export default function ActivateScreen() {
  const confirmation = useConfirmation({
    fallback: 'Confirmation failed',
    unanswered: 'Confirmation failed. Please try again.',
  });
  const link = useConfirmationLink();
  if (confirmation.elsewhere) return <Navigate replace to={PATHS.dashboard} />;
  return (
    <EntryFrame corner={<BackToStart />}>
      {confirmation.confirmed ? (
        <ConfirmationSuccess />
      ) : (
        <>
          <div className="grid gap-2">
            <PageHeading className="text-xl!">Confirm your account</PageHeading>
            <p className="text-muted">
              {link.code === ''
                ? 'The code is in the subject line of the email we sent you.'
                : 'The link in your email brought the code. One press confirms it.'}
            </p>
          </div>
          <ActivateForm key={link.code} link={link} confirmation={confirmation} />
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

const BOTH_REQUIRED = 'Please enter both email and confirmation code';

const emailSchema = emailField(BOTH_REQUIRED, 'Email is invalid');

type FieldError = { readonly field: 'email' | 'code'; readonly message: string } | null;

function ActivateForm({
  link,
  confirmation,
}: {
  link: ConfirmationLink;
  confirmation: Confirmation;
}) {
  const [email, setEmail] = useState(link.email ?? pendingSignUp.get()?.email ?? '');
  const [code, setCode] = useState(link.code);
  const [fieldError, setFieldError] = useState<FieldError>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const { confirming, failure, waitMs, confirm } = confirmation;

  const send = (enteredCode: string) => {
    const { data, error } = emailSchema.safeParse(email);
    if (error) {
      setFieldError({ field: 'email', message: error.issues[0]?.message ?? BOTH_REQUIRED });
      emailInput.current?.focus();
    } else if (enteredCode === '') setFieldError({ field: 'code', message: BOTH_REQUIRED });
    else {
      setFieldError(null);
      void confirm(data, enteredCode);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send(code);
  };
  const emailResult = emailSchema.safeParse(email);
  const focusEmail = () => {
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
          error={fieldError?.field === 'email' ? fieldError.message : undefined}
        />
        <CodeInput
          label="Confirmation code"
          length={CONFIRMATION_CODE_LENGTH}
          value={code}
          onChange={setCode}
          onComplete={send}
          error={fieldError?.field === 'code' ? fieldError.message : undefined}
        />
        <SubmitButton busyLabel={confirming ? 'Confirming...' : undefined} waitMs={waitMs}>
          Confirm Account
        </SubmitButton>
      </form>
      {emailResult.success && (
        <ResendCode
          email={emailResult.data}
          otherAddress={
            <Button variant="quiet" size="small" onClick={focusEmail}>
              Use another address
            </Button>
          }
        />
      )}
    </>
  );
}
