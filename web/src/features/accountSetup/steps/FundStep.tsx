import { SETUP_MINIMUMS, accessPathSchema, type AccessPath } from '@quantalgo/contracts';
import { useRef, useState } from 'react';
import { ACCESS_PATHS, SETUP_STEPS } from '../../../content/onboarding';
import { TextField } from '../../../ui/Field';
import type { Wizard } from '../useWizard';
import { wrongWithDeposit } from '../wizard';
import { StepForm } from './StepForm';

const PathChoice = ({
  path,
  chosen,
  onChoose,
}: {
  path: AccessPath;
  chosen: boolean;
  onChoose: () => void;
}) => (
  <label className="relative grid cursor-pointer gap-1 rounded-lg border border-line p-4 transition-colors hover:border-edge has-checked:border-text has-checked:bg-line-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
    <input
      type="radio"
      name="accessPath"
      checked={chosen}
      onChange={onChoose}
      className="absolute inset-0 cursor-pointer opacity-0"
    />
    <span className="flex flex-wrap justify-between gap-x-3 text-sm font-semibold">
      {ACCESS_PATHS[path].name}
      <span className="tabular-nums">from ${SETUP_MINIMUMS[path]}</span>
    </span>
    <span className="text-sm text-muted">{ACCESS_PATHS[path].text}</span>
  </label>
);

/** Step 2: how the signals are to be used, and what the account was funded with. */
export function FundStep({ wizard: { values, change, go } }: { wizard: Wizard }) {
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const next = () => {
    const wrong = wrongWithDeposit(values);
    setError(wrong);
    if (wrong === undefined) go(3);
    else input.current?.focus();
  };
  const set = (changes: Partial<typeof values>) => {
    change(changes);
    setError(undefined);
  };
  return (
    <StepForm
      title={SETUP_STEPS[1]}
      next="Continue"
      disabled={values.depositAmount.trim() === ''}
      onNext={next}
      onBack={() => go(1)}
    >
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-semibold">How will you use the signals?</legend>
        {accessPathSchema.options.map((path) => (
          <PathChoice
            key={path}
            path={path}
            chosen={values.accessPath === path}
            onChoose={() => set({ accessPath: path })}
          />
        ))}
      </fieldset>
      <TextField
        ref={input}
        label="Deposit amount"
        note="in US dollars"
        name="depositAmount"
        help="The money stays in your own broker account. Fund only what you can lose."
        placeholder={`Minimum $${SETUP_MINIMUMS[values.accessPath]}`}
        inputMode="decimal"
        autoComplete="off"
        value={values.depositAmount}
        error={error}
        onChange={({ target }) => set({ depositAmount: target.value })}
      />
    </StepForm>
  );
}
