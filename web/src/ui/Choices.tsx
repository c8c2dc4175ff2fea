import { type ReactNode, useId } from 'react';

export function Choices<T extends string>({
  label,
  options,
  value,
  onChange,
  labels,
  hideLabel = false,
  error,
}: {
  label: string;
  options: readonly T[];
  value: T | null;
  onChange: (value: T) => void;
  labels?: Readonly<Record<T, string>>;
  hideLabel?: boolean;
  error?: string | undefined;
}) {
  const name = useId();
  const descriptionId = `${name}-below`;
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className={hideLabel ? 'sr-only' : 'mb-2 text-sm font-semibold'}>{label}</legend>
      {options.map((option) => (
        <Choice
          key={option}
          type="radio"
          name={name}
          word={labels?.[option] ?? option}
          checked={value === option}
          errorId={error === undefined ? undefined : descriptionId}
          onChange={() => onChange(option)}
        />
      ))}
      {error !== undefined && (
        <p id={descriptionId} className="basis-full text-sm text-put">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Radio buttons drawn as one control. */
export function Segments<T extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly T[];
  value: T;
  onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap divide-x divide-line overflow-hidden rounded-lg border border-line">
        {options.map((option) => (
          <label
            key={option}
            className="relative flex min-h-11 min-w-11 cursor-pointer items-center justify-center px-2 text-sm sm:px-3 text-muted transition-colors hover:text-text has-checked:bg-line-soft has-checked:font-semibold has-checked:text-text has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={value === option}
              onChange={() => onChange(option)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="relative">{option}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export const Choice = ({
  type,
  name,
  word,
  label,
  checked,
  errorId,
  onChange,
}: {
  type: 'radio' | 'checkbox';
  name?: string;
  word: string;
  /** For screen readers, if the word is an abbreviation. */
  label?: string;
  checked: boolean;
  errorId?: string | undefined;
  onChange: (checked: boolean) => void;
}) => (
  <label className="relative flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-md border border-line px-3.5 text-sm font-semibold text-muted transition-colors hover:text-text has-checked:border-text has-checked:bg-line-soft has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
    <input
      type={type}
      name={name}
      checked={checked}
      aria-label={label}
      aria-invalid={errorId !== undefined}
      aria-describedby={errorId}
      onChange={({ target }) => onChange(target.checked)}
      className="absolute -inset-px size-[calc(100%+2px)] cursor-pointer opacity-0"
    />
    {/* Above the input, so that pressing the word works, too. */}
    <span className="relative">{word}</span>
  </label>
);

export function Switch({
  label,
  help,
  checked,
  onChange,
}: {
  label: string;
  help?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const helpId = useId();
  return (
    <label className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-2.5">
      <span className="grid gap-0.5">
        <span className="text-sm font-semibold">{label}</span>
        {help !== undefined && (
          <span id={helpId} className="text-sm text-muted">
            {help}
          </span>
        )}
      </span>
      <span className="relative h-7 w-12 shrink-0 rounded-full border border-edge bg-sunk transition-colors forced-color-adjust-none has-checked:border-text has-checked:bg-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        {/* Taller than drawn, so that the press target is 44 px high. */}
        <input
          type="checkbox"
          role="switch"
          aria-label={label}
          aria-describedby={help === undefined ? undefined : helpId}
          checked={checked}
          onChange={({ target }) => onChange(target.checked)}
          className="peer absolute -inset-x-px -inset-y-2 h-11 w-12 cursor-pointer opacity-0"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-0.75 left-0.75 size-5 rounded-full bg-muted transition-transform peer-checked:translate-x-5 peer-checked:bg-ink"
        />
      </span>
    </label>
  );
}
