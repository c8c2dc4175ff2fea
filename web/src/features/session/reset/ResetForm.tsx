import { useRef, useState, type SubmitEvent } from 'react';
import { useSending } from '../../../data/session/useSending';
import { resetPassword } from '../../../data/session/session';
import { Heading } from '../../../ui/Heading';
import { Notice } from '../../../ui/Notice';
import { PasswordField } from '../../../ui/Field';
import { SubmitButton } from '../../../ui/SubmitButton';
import { wrongWith } from './wrongWith';

const WORDS = {
  wordless: 'Failed to reset password',
  unanswered: 'An unexpected error occurred. Please try again.',
};
const HINT = 'Must be at least 8 characters long';

/** The new password, twice, for the account of `email`. */
export function ResetForm({
  token,
  email,
  onDone,
}: {
  token: string;
  email: string;
  onDone: () => void;
}) {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [wrong, setWrong] = useState<ReturnType<typeof wrongWith>>(null);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const { sending, failure, waitMs, send } = useSending(async () => {
    await resetPassword(email, token, password);
    onDone();
  }, WORDS);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = wrongWith(password, repeated, token);
    setWrong(found);
    if (found === null) void send();
    else (found.field === 'repeated' ? second : first).current?.focus();
  };
  return (
    <>
      <div className="grid gap-2">
        <Heading>Set a new password</Heading>
        <p className="text-muted">
          For <span className="font-semibold wrap-anywhere text-text">{email}</span>
        </p>
      </div>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          ref={first}
          label="New Password"
          name="new-password"
          autoComplete="new-password"
          help={HINT}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={wrong?.field === 'password' ? wrong.message : undefined}
        />
        <PasswordField
          ref={second}
          label="Confirm New Password"
          name="confirm-password"
          autoComplete="new-password"
          value={repeated}
          onChange={({ target }) => setRepeated(target.value)}
          error={wrong?.field === 'repeated' ? wrong.message : undefined}
        />
        <SubmitButton doing={sending ? 'Resetting password…' : undefined} waitMs={waitMs}>
          Reset Password
        </SubmitButton>
      </form>
    </>
  );
}
