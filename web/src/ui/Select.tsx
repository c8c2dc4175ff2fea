import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { CONTROL_CLASS, Field, type FieldTexts } from './Field';

export function Select({
  label,
  note,
  help,
  error,
  options,
  labels,
  placeholder,
  ...select
}: FieldTexts &
  Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> & {
    options: readonly string[];
    labels?: Readonly<Record<string, string>>;
    placeholder?: string;
  }) {
  return (
    <Field label={label} note={note} help={help} error={error}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            className={`${CONTROL_CLASS} appearance-none pr-12 ${select.value === '' ? 'text-faint' : ''}`}
          >
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option} value={option} className="bg-raised text-text">
                {labels?.[option] ?? option}
              </option>
            ))}
          </select>
          <ChevronDown
            size={20}
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-4 my-auto text-muted"
          />
        </div>
      )}
    </Field>
  );
}
