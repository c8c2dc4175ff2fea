import type { ComponentProps } from 'react';
import { CONTROL_CLASS, Field, type FieldWords } from './Field';

/** Several lines of text with their label, help and error. Grows with what is typed where the browser can do that. */
export const TextArea = ({
  label,
  note,
  help,
  error,
  rows = 5,
  ...input
}: FieldWords & Omit<ComponentProps<'textarea'>, 'id' | 'className'>) => (
  <Field label={label} note={note} help={help} error={error}>
    {(control) => (
      <textarea
        rows={rows}
        {...input}
        {...control}
        className={`${CONTROL_CLASS} block h-auto! resize-y py-3`}
      />
    )}
  </Field>
);
