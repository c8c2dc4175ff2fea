import { useState, type ComponentProps, type SubmitEvent } from 'react';
import { changePassword } from '../../../data/account/security';
import { useSending } from '../../../data/session/useSending';
import { Notice } from '../../../ui/Notice';
import { PasswordField } from '../../../ui/Field';
import { SubmitButton } from '../../../ui/SubmitButton';
import { failureWords } from '../failureWords';
import { OnlineOnly } from '../OnlineOnly';
import { Section } from '../Section';
import { EMPTY, wrongWith, type PasswordValues } from './passwordForm';

const WORDS = failureWords('changePassword');

/** A new password, with the current one. */
export function Password() {
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [done, setDone] = useState(false);
  const { sending, failure, waitMs, send } = useSending(async (given: PasswordValues) => {
    await changePassword(given.currentPassword, given.newPassword);
    setValues(EMPTY);
    setDone(true);
  }, WORDS);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = wrongWith(values);
    setErrors(found);
    setDone(false);
    if (Object.keys(found).length === 0) void send(values);
  };
  const control = (
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
      about="A new one signs every other device out, and you are told by mail."
    >
      <OnlineOnly what="Changing it" />
      <form noValidate onSubmit={submit} className="grid gap-4 sm:max-w-xl">
        {done && <Notice>Your password is changed. Other devices were signed out.</Notice>}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <PasswordField
          {...control('currentPassword', 'current-password')}
          label="Current password"
        />
        <PasswordField
          {...control('newPassword', 'new-password')}
          label="New password"
          help="At least 8 characters, with uppercase, lowercase and a number."
        />
        <PasswordField
          {...control('confirmPassword', 'new-password')}
          label="Confirm new password"
        />
        <div className="grid sm:justify-start">
          <SubmitButton doing={sending ? 'Changing…' : undefined} waitMs={waitMs} look="secondary">
            Change password
          </SubmitButton>
        </div>
      </form>
    </Section>
  );
}
