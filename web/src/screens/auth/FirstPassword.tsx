import type { User } from '@quantalgo/contracts/account/member';
import { validatePhone } from '@quantalgo/contracts/auth/registration';
import { signUpEndpoints } from '@quantalgo/contracts/auth/signUpEndpoints';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../data/auth/call';
import { storeUser } from '../../data/auth/currentSession';
import { useMutation } from '../../data/core/useMutation';
import { SubmitButton } from '../../ui/Button';
import { EntryFrame } from '../../ui/EntryFrame';
import { PasswordField, TextField } from '../../ui/Field';
import { PageHeading } from '../../ui/Heading';
import { BackToStart } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { Select } from '../../ui/Select';
import { COUNTRY_NAMES } from '@quantalgo/contracts/auth/countries';

const FIELDS = ['fullName', 'country', 'phone', 'newPassword'] as const;

type FieldName = (typeof FIELDS)[number];
type Values = Readonly<Record<FieldName, string>>;

const { shape: bodyShape } = signUpEndpoints.choosePassword.body;

function validateField(field: FieldName, values: Values): string | undefined {
  const { error } = bodyShape[field].safeParse(values[field]);
  if (error) return error.issues[0]?.message;
  return field === 'phone' ? validatePhone(values.phone, values.country) : undefined;
}

const SAVE_TEXT = { fallback: 'Failed to save the password' };

/**
 * For an account created without a password: several registrations of its address were pending, and
 * nobody can tell whose password was whose. Blocks all other screens.
 */
export default function FirstPassword({ user }: { user: User }) {
  const [values, setValues] = useState<Values>({
    fullName: user.fullName,
    country: '',
    phone: '',
    newPassword: '',
  });
  const [visibleErrors, setVisibleErrors] = useState<ReadonlySet<FieldName>>(new Set());
  const { pending, failure, waitMs, send } = useMutation(async () => {
    const body = signUpEndpoints.choosePassword.body.parse(values);
    storeUser((await call(signUpEndpoints.choosePassword, { body })).data);
  }, SAVE_TEXT);
  const getControlProps = (field: FieldName) => ({
    name: field,
    value: values[field],
    error: visibleErrors.has(field) ? validateField(field, values) : undefined,
    onChange: ({ target }: { target: { value: string } }) =>
      setValues((previous) => ({ ...previous, [field]: target.value })),
    onBlur: () => setVisibleErrors((previous) => new Set([...previous, field])),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setVisibleErrors(new Set(FIELDS));
    if (FIELDS.every((field) => validateField(field, values) === undefined)) void send();
  };
  return (
    <EntryFrame corner={<BackToStart />}>
      <PageHeading className="text-xl!">Choose your password</PageHeading>
      <p className="text-muted">
        Someone signed up with <span className="font-semibold wrap-anywhere">{user.email}</span>{' '}
        more than once, with different passwords. You can read its mail, so the account is yours,
        and none of those passwords opens it. Please choose your own, and check your details.
      </p>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <TextField {...getControlProps('fullName')} label="Full name" autoComplete="name" />
        <Select
          {...getControlProps('country')}
          label="Country"
          autoComplete="country-name"
          options={COUNTRY_NAMES}
          placeholder="Choose your country"
        />
        <TextField
          {...getControlProps('phone')}
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <PasswordField
          {...getControlProps('newPassword')}
          label="New Password"
          autoComplete="new-password"
          help="At least 8 characters, with uppercase, lowercase and a number"
        />
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <SubmitButton busyLabel={pending ? 'Saving…' : undefined} waitMs={waitMs}>
          Set my password
        </SubmitButton>
      </form>
    </EntryFrame>
  );
}
