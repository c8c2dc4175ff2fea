import { ChevronDown } from 'lucide-react';
import { useId } from 'react';

/** Narrows a list down to what shares something; null is all. Smaller than a form's own fields. */
export function FilterSelect({
  label,
  all,
  options,
  nameOf = (option) => option,
  value,
  onChoose,
}: {
  label: string;
  /** What leaves everything in: `All pairs`. */
  all: string;
  options: readonly string[];
  nameOf?: (option: string) => string;
  value: string | null;
  onChoose: (value: string | null) => void;
}) {
  const id = useId();
  const shown = value === null || options.includes(value) ? options : [value, ...options];
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value ?? ''}
          onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
          className="h-11 w-full min-w-0 appearance-none truncate rounded-lg border border-edge bg-raised pr-8 pl-3 text-sm text-text focus:border-accent focus:outline-3 focus:outline-offset-0 focus:outline-accent/30"
        >
          <option value="">{all}</option>
          {shown.map((option) => (
            <option key={option} value={option} className="bg-raised text-text">
              {nameOf(option)}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 my-auto text-muted"
        />
      </div>
    </div>
  );
}
