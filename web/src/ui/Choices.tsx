import { useId } from 'react';

/** One of a few, all in sight: the browser's own radio buttons, drawn as a row of words. */
export function Choices<T extends string>({
  label,
  options,
  value,
  onChange,
  words,
  labelled = false,
}: {
  label: string;
  options: readonly T[];
  value: T;
  onChange: (value: T) => void;
  /** What the options are called where not by themselves. */
  words?: Readonly<Record<T, string>>;
  /** Whether the label is seen, and not only heard. */
  labelled?: boolean;
}) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className={labelled ? 'mb-2 text-sm font-semibold' : 'sr-only'}>{label}</legend>
      {options.map((option) => (
        <label
          key={option}
          className="relative flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-md border border-line px-3.5 text-sm font-semibold text-muted transition-colors hover:text-text has-checked:border-text has-checked:bg-line-soft has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent lg:min-h-9"
        >
          <input
            type="radio"
            name={name}
            checked={value === option}
            onChange={() => onChange(option)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {words?.[option] ?? option}
        </label>
      ))}
    </fieldset>
  );
}
