import { PASSWORD_HELP } from '@quantalgo/contracts/auth/passwordRules';
import type { User } from '@quantalgo/contracts/account/member';
import { isPhoneNumber } from '@quantalgo/contracts/auth/registration';
import { signUpEndpoints } from '@quantalgo/contracts/auth/signUpEndpoints';
import { PHONE_INVALID } from '@quantalgo/contracts/core/validation';
import * as z from 'zod/mini';
import { refreshMember } from '../../data/auth/access';
import { call } from '../../data/auth/call';
import { storeUser } from '../../data/auth/currentSession';
import { ApiError } from '../../data/core/errors';
import { useForm } from '../../data/core/useForm';
import { SubmitButton } from '../../ui/Button';
import { EntryFrame } from '../../ui/EntryFrame';
import { PasswordField, TextField } from '../../ui/Field';
import { PageHeading } from '../../ui/Heading';
import { BackToStart } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { Select } from '../../ui/Select';
import { COUNTRY_NAMES } from '@quantalgo/contracts/auth/countries';

const bodySchema = signUpEndpoints.choosePassword.body.check(
  z.refine(({ phone, country }) => isPhoneNumber(phone, country), {
    error: PHONE_INVALID,
    path: ['phone'],
  }),
);

const SAVE_TEXT = { fallback: 'Failed to save the password' };

/**
 * For an account without a password. Several registrations for its email were pending, and any of
 * their passwords may be a stranger's. Blocks all other screens.
 */
export default function FirstPassword({ user }: { user: User }) {
  const form = useForm(bodySchema, {
    initial: { fullName: user.fullName, country: '', phone: '', newPassword: '' },
    onSubmit: async (body) => {
      try {
        storeUser((await call(signUpEndpoints.choosePassword, { body })).data);
      } catch (error) {
        // The reply to an earlier call was lost, or another device chose the password.
        if (error instanceof ApiError && error.status === 409) await refreshMember();
        throw error;
      }
    },
    failure: SAVE_TEXT,
  });
  return (
    <EntryFrame corner={<BackToStart />}>
      <PageHeading className="text-xl!">Choose your password</PageHeading>
      <p className="text-muted">
        Someone signed up with <span className="font-semibold wrap-anywhere">{user.email}</span>{' '}
        more than once, with different passwords. You have access to that inbox, so the account is
        yours. None of those passwords work any more. Choose your own, and check your details.
      </p>
      <form {...form.props} className="grid gap-5">
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <TextField {...form.field('fullName')} label="Full name" autoComplete="name" />
        <Select
          {...form.field('country')}
          label="Country"
          autoComplete="country-name"
          options={COUNTRY_NAMES}
          placeholder="Choose your country"
        />
        <TextField
          {...form.field('phone')}
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <PasswordField
          {...form.field('newPassword')}
          label="New Password"
          autoComplete="new-password"
          help={PASSWORD_HELP}
        />
        {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
        <SubmitButton busyLabel={form.pending ? 'Saving…' : undefined} waitMs={form.waitMs}>
          Set my password
        </SubmitButton>
      </form>
    </EntryFrame>
  );
}
