import { endpoints } from '@quantalgo/contracts';
import { useState, type SubmitEvent } from 'react';
import { changeEmail } from '../../../data/account/security';
import { useSending } from '../../../data/session/useSending';
import { EmailField, PasswordField } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { SubmitButton } from '../../../ui/SubmitButton';
import { failureWords } from '../failureWords';
import { fieldErrors } from './fieldErrors';

const WORDS = failureWords('changeEmail');

/** The new address, and the password that allows it. `onMailed` is told where the code was sent. */
export function EmailForm({ onMailed }: { onMailed: (email: string) => void }) {
  const [email, setEmail] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { sending, failure, waitMs, send } = useSending(async (to: string, password: string) => {
    await changeEmail(to, password);
    onMailed(to);
  }, WORDS);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = endpoints.changeEmail.body.safeParse({ email, currentPassword });
    setErrors(fieldErrors(parsed.error));
    if (parsed.success) void send(parsed.data.email, currentPassword);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 sm:max-w-xl">
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <EmailField
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        error={errors['email']}
        help="We mail a code to it, and a notice to the present one."
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
          doing={sending ? 'Sending the code…' : undefined}
          waitMs={waitMs}
          look="secondary"
        >
          Send code
        </SubmitButton>
      </div>
    </form>
  );
}
