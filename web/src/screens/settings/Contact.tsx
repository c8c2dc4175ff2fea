import { accountChangeSchema, type User } from '@quantalgo/contracts/account/member';
import { validatePhone } from '@quantalgo/contracts/auth/registration';
import { type SubmitEvent, useRef, useState } from 'react';
import { changeSettings, type SettingsView } from '../../data/settings/settings';
import { SubmitButton } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { SAVE_FAILED, Section } from './Section';
import { OTHER_COUNTRY } from '@quantalgo/contracts/auth/countries';

const FIELDS = ['phone', 'telegram'] as const;

type FieldName = (typeof FIELDS)[number];

type Texts = Readonly<Record<FieldName, string>>;

/** Uses the sign-up's messages. */
function validateField(field: FieldName, text: string, country: string): string | undefined {
  const { error } = accountChangeSchema.shape[field].safeParse(text);
  if (error) return error.issues[0]?.message;
  return field === 'phone' ? validatePhone(text, country) : undefined;
}

export function Contact({ member, settings }: { member: User; settings: SettingsView }) {
  // Shows the input until it is saved; then a field follows changes from other devices.
  const [draft, setDraft] = useState<Partial<Texts>>({});
  const [errors, setErrors] = useState<Partial<Record<FieldName, string | undefined>>>({});
  const inputs = useRef(new Map<FieldName, HTMLInputElement>());
  const stored: Texts = { phone: settings.phone, telegram: settings.telegram };
  const draftFields = FIELDS.filter((field) => draft[field] !== undefined);
  if (draftFields.length > 0 && draftFields.every((field) => draft[field] === stored[field]))
    setDraft({});
  const values = { ...stored, ...draft };
  const changedFields = FIELDS.filter((field) => values[field].trim() !== stored[field]);

  const save = async () => {
    const country = member.country ?? OTHER_COUNTRY;
    const fieldErrors = changedFields.map(
      (field) => [field, validateField(field, values[field], country)] as const,
    );
    setErrors(Object.fromEntries(fieldErrors));
    const firstError = fieldErrors.find(([, error]) => error !== undefined);
    if (firstError) return inputs.current.get(firstError[0])?.focus();
    const change = Object.fromEntries(
      changedFields.map((field) => [field, accountChangeSchema.shape[field].parse(values[field])]),
    );
    await changeSettings(member, change, stored);
    setDraft(change);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (changedFields.length > 0) void save().catch(() => setErrors({ phone: SAVE_FAILED }));
  };
  const getFieldProps = (field: FieldName) => ({
    name: field,
    value: values[field],
    error: errors[field],
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setDraft({ ...draft, [field]: target.value });
      setErrors({ ...errors, [field]: undefined });
    },
    ref: (element: HTMLInputElement | null) => {
      if (element) inputs.current.set(field, element);
    },
  });
  return (
    <Section id="contact" title="Phone and Telegram" about="How support reaches you.">
      <form noValidate onSubmit={submit} className="grid gap-4 sm:max-w-xl">
        <TextField
          {...getFieldProps('phone')}
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <TextField
          {...getFieldProps('telegram')}
          label="Telegram"
          note="optional"
          placeholder="@username"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <div className="grid sm:justify-start">
          <SubmitButton
            busyLabel={undefined}
            variant="secondary"
            disabled={changedFields.length === 0}
          >
            Save contact
          </SubmitButton>
        </div>
      </form>
    </Section>
  );
}
