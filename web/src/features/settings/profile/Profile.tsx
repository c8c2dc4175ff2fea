import { endpoints, type User } from '@quantalgo/contracts';
import { useRef, useState, type SubmitEvent } from 'react';
import { SubmitButton } from '../../../ui/SubmitButton';
import { TextField } from '../../../ui/Field';
import { Section } from '../Section';
import { keepSettings } from './keepSettings';

const FAILED = 'It could not be saved on this device. Please try again.';

/** The member's name. */
export function Profile({ member, fullName }: { member: User; fullName: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const value = typed ?? fullName;
  const save = async () => {
    const parsed = endpoints.updateAccount.body.safeParse({ fullName: value });
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return input.current?.focus();
    await keepSettings(member.id, parsed.data);
    setTyped(parsed.data.fullName ?? null);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (value !== fullName) void save().catch(() => setError(FAILED));
  };
  return (
    <Section id="profile" title="Profile" about="How we greet you, and how support knows you.">
      <form
        noValidate
        onSubmit={submit}
        className="grid gap-4 sm:max-w-xl sm:grid-cols-[1fr_auto] sm:items-start"
      >
        <TextField
          ref={input}
          label="Full name"
          name="fullName"
          autoComplete="name"
          value={value}
          error={error}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(undefined);
          }}
        />
        <div className="grid sm:pt-7">
          <SubmitButton doing={undefined} look="secondary" disabled={value === fullName}>
            Save name
          </SubmitButton>
        </div>
      </form>
    </Section>
  );
}
