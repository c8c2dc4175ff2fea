import { COUNTRY_NAMES } from '@quantalgo/contracts';
import { EmailField, PasswordField, TextField } from '../../../ui/Field';
import { Select } from '../../../ui/Select';
import { PasswordRules } from './PasswordRules';
import type { useSignUpForm } from './useSignUpForm';

/** What is asked of whoever signs up, with what keyboards and password managers need to help. */
export const DetailsFields = ({ form }: { form: ReturnType<typeof useSignUpForm> }) => (
  <>
    <TextField
      {...form.control('fullName')}
      label="Full name"
      autoComplete="name"
      autoCapitalize="words"
    />
    <EmailField {...form.control('email')} />
    <Select
      {...form.control('country')}
      label="Country"
      autoComplete="country-name"
      options={COUNTRY_NAMES}
      placeholder="Choose your country"
    />
    <TextField
      {...form.control('phone')}
      label="Phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
    />
    <TextField
      {...form.control('telegram')}
      label="Telegram"
      note="optional"
      placeholder="@username"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
    <div className="grid gap-3">
      <PasswordField {...form.control('password')} label="Password" autoComplete="new-password" />
      <PasswordRules password={form.values.password} />
    </div>
  </>
);
