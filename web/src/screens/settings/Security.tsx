import { PASSWORD_HELP } from '@quantalgo/contracts/auth/passwordRules';
import type { User } from '@quantalgo/contracts/account/member';
import { securityEndpoints } from '@quantalgo/contracts/auth/securityEndpoints';
import { confirmationCodeSchema } from '@quantalgo/contracts/core/validation';
import { useState } from 'react';
import * as z from 'zod/mini';
import { changePassword, confirmEmail } from '../../data/account/security';
import { toFailureText } from '../../data/core/errors';
import { useChallenge } from '../../data/auth/useChallenge';
import { useForm } from '../../data/core/useForm';
import { Button, SubmitButton } from '../../ui/Button';
import { ConfirmationCodeForm } from '../../ui/CodeInput';
import { EmailField, PasswordField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { OfflineNotice, Section } from './Section';

type EmailChange =
  | { readonly at: 'idle' | 'form' | 'done' }
  | { readonly at: 'code'; readonly email: string };

/** A new address takes effect once the code emailed to it is entered. */
export function Email({ member }: { member: User }) {
  const [step, setStep] = useState<EmailChange>({ at: 'idle' });
  return (
    <Section id="email" title="Email" about="For logging in, codes and replies from support.">
      <OfflineNotice what="Changing your email" />
      {step.at === 'done' && (
        <Notice>Your email has been changed. Other devices were logged out.</Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="font-semibold wrap-anywhere">{member.email}</span>
        {(step.at === 'idle' || step.at === 'done') && (
          <Button size="small" onClick={() => setStep({ at: 'form' })}>
            Change email
          </Button>
        )}
      </div>
      {step.at === 'form' && <EmailForm onCodeSent={(email) => setStep({ at: 'code', email })} />}
      {step.at === 'code' && (
        <EmailCode
          email={step.email}
          onDone={() => setStep({ at: 'done' })}
          onBack={() => setStep({ at: 'form' })}
        />
      )}
    </Section>
  );
}

const EMAIL_ERROR = toFailureText(securityEndpoints.changeEmail);

/** `onCodeSent` receives the address to which the code was sent. */
function EmailForm({ onCodeSent }: { onCodeSent: (email: string) => void }) {
  const { checking, call } = useChallenge();
  const form = useForm(securityEndpoints.changeEmail.body, {
    initial: { email: '', currentPassword: '' },
    onSubmit: async (body) => {
      await call(securityEndpoints.changeEmail, { body });
      onCodeSent(body.email);
    },
    failure: EMAIL_ERROR,
  });
  return (
    <form {...form.props} className="grid gap-4 sm:max-w-xl">
      {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
      <EmailField
        {...form.field('email')}
        help="We’ll email a code to this address, and a notice to your current one."
      />
      <PasswordField
        {...form.field('currentPassword')}
        label="Current password"
        autoComplete="current-password"
      />
      <div className="grid sm:justify-start">
        <SubmitButton
          busyLabel={checking ?? (form.pending ? 'Sending the code…' : undefined)}
          waitMs={form.waitMs}
          variant="secondary"
        >
          Send code
        </SubmitButton>
      </div>
    </form>
  );
}

const codeSchema = z.object({ code: confirmationCodeSchema });

const EMAIL_CODE_ERROR = toFailureText(securityEndpoints.confirmEmail);

function EmailCode({
  email,
  onDone,
  onBack,
}: {
  email: string;
  onDone: () => void;
  onBack: () => void;
}) {
  const form = useForm(codeSchema, {
    initial: { code: '' },
    onSubmit: async ({ code }) => {
      await confirmEmail(code);
      onDone();
    },
    failure: EMAIL_CODE_ERROR,
  });
  return (
    <div className="grid gap-4 sm:max-w-md">
      <Notice>
        <span>If</span> <span className="font-semibold wrap-anywhere">{email}</span>{' '}
        <span>can be used, we’ve just emailed it a code.</span>
      </Notice>
      <ConfirmationCodeForm form={form} className="grid gap-4">
        <div className="grid gap-2 sm:flex">
          <SubmitButton
            busyLabel={form.pending ? 'Confirming...' : undefined}
            waitMs={form.waitMs}
            variant="secondary"
          >
            Confirm address
          </SubmitButton>
          <Button variant="quiet" onClick={onBack}>
            Use a different address
          </Button>
        </div>
      </ConfirmationCodeForm>
    </div>
  );
}

const PASSWORD_ERROR = toFailureText(securityEndpoints.changePassword);

const passwordsSchema = z
  .object({
    ...securityEndpoints.changePassword.body.shape,
    confirmPassword: z.string(),
  })
  .check(
    z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
      error: 'Passwords do not match',
      path: ['confirmPassword'],
      when: () => true,
    }),
  );

export function Password() {
  const form = useForm(passwordsSchema, {
    initial: { currentPassword: '', newPassword: '', confirmPassword: '' },
    onSubmit: ({ currentPassword, newPassword }) => changePassword(currentPassword, newPassword),
    failure: PASSWORD_ERROR,
    clears: true,
  });
  return (
    <Section
      id="password"
      title="Password"
      about="Changing it logs out all your other devices, and we’ll email you."
    >
      <OfflineNotice what="Changing your password" />
      <form {...form.props} className="grid gap-4 sm:max-w-xl">
        {form.done && (
          <Notice>Your password has been changed. Other devices were logged out.</Notice>
        )}
        {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
        <PasswordField
          {...form.field('currentPassword')}
          autoComplete="current-password"
          label="Current password"
        />
        <PasswordField
          {...form.field('newPassword')}
          autoComplete="new-password"
          label="New password"
          help={PASSWORD_HELP}
        />
        <PasswordField
          {...form.field('confirmPassword')}
          autoComplete="new-password"
          label="Confirm new password"
        />
        <div className="grid sm:justify-start">
          <SubmitButton
            busyLabel={form.pending ? 'Changing…' : undefined}
            waitMs={form.waitMs}
            variant="secondary"
          >
            Change password
          </SubmitButton>
        </div>
      </form>
    </Section>
  );
}
