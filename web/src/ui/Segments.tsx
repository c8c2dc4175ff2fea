import { useId } from 'react';

/** One choice of a few, drawn as one control. */
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
      <div className="flex divide-x divide-line overflow-hidden rounded-lg border border-line">
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
