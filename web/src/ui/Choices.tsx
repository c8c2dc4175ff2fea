import { useId } from 'react';
import { Choice } from './Choice';

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
        <Choice
          key={option}
          type="radio"
          name={name}
          word={words?.[option] ?? option}
          checked={value === option}
          onChange={() => onChange(option)}
        />
      ))}
    </fieldset>
  );
}
