import { accountChangeSchema, type User } from '@quantalgo/contracts/account/member';
import { OTHER_COUNTRY, phoneProblem } from '@quantalgo/contracts/auth/registration';
import { type SubmitEvent, useRef, useState } from 'react';
import { changeSettings, type SettingsView } from '../../data/settings/settings';
import { SubmitButton } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { SAVE_FAILED, Section } from './Section';

const FIELDS = ['phone', 'telegram'] as const;

type FieldName = (typeof FIELDS)[number];

type Texts = Readonly<Record<FieldName, string>>;

/** What is wrong with a text, in the words of the sign-up; undefined if it is valid. */
function errorOf(field: FieldName, text: string, country: string): string | undefined {
  const { error } = accountChangeSchema.shape[field].safeParse(text);
  if (error) return error.issues[0]?.message;
  return field === 'phone' ? phoneProblem(text, country) : undefined;
}

/** The member's contact details for support. Changes are sent at once, or as soon as there is a connection. */
export function Contact({ member, settings }: { member: User; settings: SettingsView }) {
  // Input is displayed until it is saved; then a field follows changes from other devices.
  const [typed, setTyped] = useState<Partial<Texts>>({});
  const [errors, setErrors] = useState<Partial<Record<FieldName, string | undefined>>>({});
  const inputs = useRef(new Map<FieldName, HTMLInputElement>());
  const stored: Texts = { phone: settings.phone, telegram: settings.telegram };
  const waiting = FIELDS.filter((field) => typed[field] !== undefined);
  if (waiting.length > 0 && waiting.every((field) => typed[field] === stored[field])) setTyped({});
  const values = { ...stored, ...typed };
  const changed = FIELDS.filter((field) => values[field].trim() !== stored[field]);

  const save = async () => {
    const country = member.country ?? OTHER_COUNTRY;
    const found = changed.map((field) => [field, errorOf(field, values[field], country)] as const);
    setErrors(Object.fromEntries(found));
    const wrong = found.find(([, error]) => error !== undefined);
    if (wrong) return inputs.current.get(wrong[0])?.focus();
    const change = Object.fromEntries(
      changed.map((field) => [field, accountChangeSchema.shape[field].parse(values[field])]),
    );
    await changeSettings(member, change, stored);
    setTyped(change);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (changed.length > 0) void save().catch(() => setErrors({ phone: SAVE_FAILED }));
  };
  const control = (field: FieldName) => ({
    name: field,
    value: values[field],
    error: errors[field],
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setTyped({ ...typed, [field]: target.value });
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
          {...control('phone')}
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <TextField
          {...control('telegram')}
          label="Telegram"
          note="optional"
          placeholder="@username"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <div className="grid sm:justify-start">
          <SubmitButton busyLabel={undefined} variant="secondary" disabled={changed.length === 0}>
            Save contact
          </SubmitButton>
        </div>
      </form>
    </Section>
  );
}
