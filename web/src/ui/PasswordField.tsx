import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { CONTROL_CLASS, Field, type FieldWords } from './Field';

/** A password with a button that shows and hides it. */
export function PasswordField({
  label,
  note,
  help,
  error,
  ...input
}: FieldWords & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} note={note} help={help} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={`${CONTROL_CLASS} pr-14`}
          />
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-12 place-content-center rounded-lg text-muted hover:text-text"
          >
            <Icon size={20} aria-hidden />
          </button>
        </div>
      )}
    </Field>
  );
}
