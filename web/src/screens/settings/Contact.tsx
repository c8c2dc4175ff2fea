import { type User } from '@quantalgo/contracts/account/member';
import { accountChangeSchema } from '@quantalgo/contracts/settings/settings';
import { isPhoneNumber } from '@quantalgo/contracts/auth/registration';
import { PHONE_INVALID } from '@quantalgo/contracts/core/validation';
import * as z from 'zod/mini';
import { useForm } from '../../data/core/useForm';
import { changeSettings, type SettingsView } from '../../data/settings/settings';
import { SubmitButton } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { Section } from './Section';
import { OTHER_COUNTRY } from '@quantalgo/contracts/auth/countries';
import { SAVE_FAILED } from '../../ui/storageText';

const { phone: phoneSchema, telegram: telegramSchema } = accountChangeSchema.shape;

/** Uses the sign-up's messages. An unchanged phone number isn't checked. */
const createSchema = (country: string) =>
  z.object({ phone: phoneSchema, telegram: telegramSchema }).check(
    z.refine(({ phone }) => phone === undefined || isPhoneNumber(phone, country), {
      error: PHONE_INVALID,
      path: ['phone'],
    }),
  );

export function Contact({ member, settings }: { member: User; settings: SettingsView }) {
  const stored = { phone: settings.phone, telegram: settings.telegram };
  const schema = createSchema(settings.country === '' ? OTHER_COUNTRY : settings.country);
  const form = useForm(
    {
      safeParse: ({ phone, telegram }: typeof stored) =>
        schema.safeParse({
          ...(phone !== stored.phone && { phone }),
          ...(telegram !== stored.telegram && { telegram }),
        }),
    },
    {
      initial: stored,
      onSubmit: async ({ phone, telegram }, { replace }) => {
        const change = {
          ...(phone !== undefined && { phone }),
          ...(telegram !== undefined && { telegram }),
        };
        await changeSettings(member, change, stored);
        replace(change);
      },
      failure: SAVE_FAILED,
      failureField: 'phone',
    },
  );
  return (
    <Section id="contact" title="Phone and Telegram" about="How support reaches you.">
      <form {...form.props} className="grid gap-4 sm:max-w-xl">
        <TextField
          {...form.field('phone')}
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <TextField
          {...form.field('telegram')}
          label="Telegram"
          note="optional"
          placeholder="@username"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <div className="grid sm:justify-start">
          <SubmitButton busyLabel={undefined} variant="secondary" disabled={!form.isChanged}>
            Save contact details
          </SubmitButton>
        </div>
      </form>
    </Section>
  );
}
