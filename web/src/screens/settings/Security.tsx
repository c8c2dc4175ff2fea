import type { User } from '@quantalgo/contracts/account/member';
import { securityEndpoints } from '@quantalgo/contracts/auth/securityEndpoints';
import { type ComponentProps, type SubmitEvent, useState } from 'react';
import type * as z from 'zod/mini';
import { changePassword, confirmEmail } from '../../data/account/security';
import { toFailureText } from '../../data/auth/errors';
import { useChallenge } from '../../data/auth/useChallenge';
import { useSending } from '../../data/auth/useSending';
import { Button, SubmitButton } from '../../ui/Button';
import { ConfirmationCodeForm } from '../../ui/CodeInput';
import { EmailField, PasswordField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { OnlineOnly, Section } from './Section';

type EmailChange =
  | { readonly at: 'idle' | 'form' | 'done' }
  | { readonly at: 'code'; readonly email: string };

/** A new address takes effect once the code mailed to it is entered. */
export function Email({ member }: { member: User }) {
  const [step, setStep] = useState<EmailChange>({ at: 'idle' });
  return (
    <Section id="email" title="Email" about="For logging in, for codes and for answers.">
      <OnlineOnly what="Changing it" />
      {step.at === 'done' && (
        <Notice>Your address has been changed. Other devices were logged out.</Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="font-semibold wrap-anywhere">{member.email}</span>
        {(step.at === 'idle' || step.at === 'done') && (
          <Button size="small" onClick={() => setStep({ at: 'form' })}>
            Change email
          </Button>
        )}
      </div>
      {step.at === 'form' && <EmailForm onMailed={(email) => setStep({ at: 'code', email })} />}
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

/** `onMailed` receives the address to which the code was sent. */
function EmailForm({ onMailed }: { onMailed: (email: string) => void }) {
  const [email, setEmail] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { checking, call } = useChallenge();
  const { sending, failure, waitMs, send } = useSending(async (to: string, password: string) => {
    const body = { email: to, currentPassword: password };
    await call(securityEndpoints.changeEmail, { body });
    onMailed(to);
  }, EMAIL_ERROR);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = securityEndpoints.changeEmail.body.safeParse({ email, currentPassword });
    setErrors(toFieldErrors(parsed.error));
    if (parsed.success) void send(parsed.data.email, currentPassword);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 sm:max-w-xl">
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <EmailField
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        error={errors['email']}
        help="We’ll mail a code to it, and a notice to your current address."
      />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        value={currentPassword}
        onChange={({ target }) => setCurrentPassword(target.value)}
        error={errors['currentPassword']}
      />
      <div className="grid sm:justify-start">
        <SubmitButton
          busyLabel={checking ?? (sending ? 'Sending the code…' : undefined)}
          waitMs={waitMs}
          variant="secondary"
        >
          Send code
        </SubmitButton>
      </div>
    </form>
  );
}

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
  const { sending, failure, waitMs, send } = useSending(async (code: string) => {
    await confirmEmail(code);
    onDone();
  }, EMAIL_CODE_ERROR);
  return (
    <div className="grid gap-4 sm:max-w-md">
      <Notice>
        <span>If</span> <span className="font-semibold wrap-anywhere">{email}</span>{' '}
        <span>can be used, a code is in its inbox now.</span>
      </Notice>
      <ConfirmationCodeForm
        failure={failure}
        onCode={(code) => void send(code)}
        className="grid gap-4"
      >
        <div className="grid gap-2 sm:flex">
          <SubmitButton
            busyLabel={sending ? 'Confirming...' : undefined}
            waitMs={waitMs}
            variant="secondary"
          >
            Confirm address
          </SubmitButton>
          <Button variant="quiet" onClick={onBack}>
            Another address
          </Button>
        </div>
      </ConfirmationCodeForm>
    </div>
  );
}

const PASSWORD_ERROR = toFailureText(securityEndpoints.changePassword);

export function Password() {
  const [values, setValues] = useState(NO_PASSWORDS);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isChanged, setIsChanged] = useState(false);
  const { sending, failure, waitMs, send } = useSending(async (passwords: PasswordValues) => {
    await changePassword(passwords.currentPassword, passwords.newPassword);
    setValues(NO_PASSWORDS);
    setIsChanged(true);
  }, PASSWORD_ERROR);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const problems = validatePasswords(values);
    setErrors(problems);
    setIsChanged(false);
    if (Object.keys(problems).length === 0) void send(values);
  };
  const getFieldProps = (
    name: keyof PasswordValues,
    autoComplete: string,
  ): Omit<ComponentProps<typeof PasswordField>, 'label'> => ({
    name,
    autoComplete,
    value: values[name],
    error: errors[name],
    onChange: ({ target }) => setValues((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <Section
      id="password"
      title="Password"
      about="A new one logs out every other device, and we email you."
    >
      <OnlineOnly what="Changing it" />
      <form noValidate onSubmit={submit} className="grid gap-4 sm:max-w-xl">
        {isChanged && (
          <Notice>Your password has been changed. Other devices were logged out.</Notice>
        )}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <PasswordField
          {...getFieldProps('currentPassword', 'current-password')}
          label="Current password"
        />
        <PasswordField
          {...getFieldProps('newPassword', 'new-password')}
          label="New password"
          help="At least 8 characters, with uppercase, lowercase and a number."
        />
        <PasswordField
          {...getFieldProps('confirmPassword', 'new-password')}
          label="Confirm new password"
        />
        <div className="grid sm:justify-start">
          <SubmitButton
            busyLabel={sending ? 'Changing…' : undefined}
            waitMs={waitMs}
            variant="secondary"
          >
            Change password
          </SubmitButton>
        </div>
      </form>
    </Section>
  );
}

interface PasswordValues {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

const NO_PASSWORDS: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

function validatePasswords({
  currentPassword,
  newPassword,
  confirmPassword,
}: PasswordValues): Readonly<Record<string, string>> {
  const body = { currentPassword, newPassword };
  const errors = toFieldErrors(securityEndpoints.changePassword.body.safeParse(body).error);
  return newPassword === confirmPassword
    ? errors
    : { ...errors, confirmPassword: 'Passwords do not match' };
}

/** First error of each field. */
function toFieldErrors(error: z.core.$ZodError | undefined): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) errors[String(path[0])] ??= message;
  return errors;
}
