import { PATHS } from '@quantalgo/contracts/core/paths';
import { CONFIRMATION_CODE_LENGTH, emailField } from '@quantalgo/contracts/core/validation';
import { useRef } from 'react';
import { Navigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { pendingSignUp } from '../../data/auth/pendingRegistration';
import { Button, SubmitButton } from '../../ui/Button';
import { CodeInput } from '../../ui/CodeInput';
import { EntryFrame } from '../../ui/EntryFrame';
import { EmailField } from '../../ui/Field';
import { PageHeading } from '../../ui/Heading';
import { BackToStart } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import {
  type Confirmation,
  ConfirmationSuccess,
  ResendCode,
  useConfirmation,
} from './Confirmation';
import { AuthLink } from './AuthLink';
import { useConfirmationLink } from './useConfirmationLink';

/** Needs no state from the sign-up, because the email may be opened on another device. */
export default function ActivateScreen() {
  const link = useConfirmationLink();
  const initial = { email: link.email ?? pendingSignUp.get()?.email ?? '', code: link.code };
  const confirmation = useConfirmation(confirmationSchema, initial, CONFIRM_FAILURE);
  if (confirmation.wasLoggedInBefore) return <Navigate replace to={PATHS.dashboard} />;
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
                : 'The link in your email filled in the code. Press Confirm Account.'}
            </p>
          </div>
          <ActivateForm confirmation={confirmation} />
          <div className="flex flex-wrap justify-center gap-x-6 text-sm text-muted">
            <AuthLink to={PATHS.signUp}>Create an account</AuthLink>
            <AuthLink to={PATHS.login}>Log in</AuthLink>
          </div>
        </>
      )}
    </EntryFrame>
  );
}

const BOTH_REQUIRED = 'Please enter both email and confirmation code';

const emailSchema = emailField(BOTH_REQUIRED, 'Email is invalid');

const confirmationSchema = z.object({
  email: emailSchema,
  code: z.string().check(z.minLength(1, BOTH_REQUIRED)),
});

const CONFIRM_FAILURE = {
  fallback: 'Confirmation failed',
  unanswered: 'Confirmation failed. Please try again.',
};

function ActivateForm({ confirmation: { form } }: { confirmation: Confirmation }) {
  const emailInput = useRef<HTMLInputElement>(null);
  const emailResult = emailSchema.safeParse(form.values.email);
  const focusEmail = () => {
    emailInput.current?.focus();
    emailInput.current?.select();
  };
  return (
    <>
      <form {...form.props} className="grid gap-5">
        {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
        <EmailField {...form.field('email')} ref={emailInput} />
        <CodeInput
          {...form.control('code')}
          label="Confirmation code"
          length={CONFIRMATION_CODE_LENGTH}
          onComplete={(code) => form.submit({ code })}
        />
        <SubmitButton busyLabel={form.pending ? 'Confirming...' : undefined} waitMs={form.waitMs}>
          Confirm Account
        </SubmitButton>
      </form>
      {emailResult.success && (
        <ResendCode
          email={emailResult.data}
          otherAddress={
            <Button variant="quiet" size="small" onClick={focusEmail}>
              Use a different address
            </Button>
          }
        />
      )}
    </>
  );
}
