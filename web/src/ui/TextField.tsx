import type { ComponentProps } from 'react';
import { CONTROL_CLASS, Field, type FieldWords } from './Field';

/** One line of text with its label, help and error. */
export const TextField = ({
  label,
  note,
  help,
  error,
  ...input
}: FieldWords & Omit<ComponentProps<'input'>, 'id' | 'className'>) => (
  <Field label={label} note={note} help={help} error={error}>
    {(control) => <input {...input} {...control} className={CONTROL_CLASS} />}
  </Field>
);
