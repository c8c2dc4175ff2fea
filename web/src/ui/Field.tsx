import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type FocusEvent, type ReactNode, useId, useState } from 'react';

/** Attributes that tie a control to its label, help and error. */
interface FieldControl {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

export interface FieldTexts {
  label: string;
  /** Shown beside the label: `optional`. */
  note?: string | undefined;
  help?: ReactNode;
  /** Replaces the help. */
  error?: string | undefined;
  /** Whether the label is for screen readers alone. */
  hideLabel?: boolean;
}

/** Class names of a text control, including its invalid and focused states. */
export const CONTROL_CLASS =
  'h-12 w-full rounded-lg border border-edge bg-raised px-4 text-base text-text transition-colors placeholder:text-faint focus:border-accent focus:outline-3 focus:outline-offset-0 focus:outline-accent/30 aria-invalid:border-put';

/** A label, its control, and the help or the error below. */
export function Field({
  label,
  note,
  help,
  error,
  hideLabel = false,
  children,
}: FieldTexts & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const below = `${id}-below`;
  const says = error ?? help;
  return (
    <div>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-2 block text-sm font-semibold'}>
        <span>{label}</span>
        {note !== undefined && <span className="font-normal text-faint">{` ${note}`}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': says === undefined ? undefined : below,
      })}
      {says !== undefined && (
        <p
          id={below}
          className={`mt-2 flex items-center gap-2 text-sm ${error === undefined ? 'text-muted' : 'text-put'}`}
        >
          {error !== undefined && <CircleAlert size={16} aria-hidden className="shrink-0" />}
          <span>{says}</span>
        </p>
      )}
    </div>
  );
}

/** A single-line text input with its label, help and error. */
export const TextField = ({
  label,
  note,
  help,
  error,
  ...input
}: FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'className'>) => (
  <Field label={label} note={note} help={help} error={error}>
    {(control) => <input {...input} {...control} className={CONTROL_CLASS} />}
  </Field>
);

/** An email input, with the matching keyboard and without autocorrection and capitals. */
export const EmailField = (
  props: Omit<ComponentProps<typeof TextField>, 'label' | 'name' | 'type'>,
) => (
  <TextField
    autoComplete="email"
    {...props}
    label="Email"
    name="email"
    type="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
  />
);

/** A password input with a button that shows and hides the password. */
export function PasswordField({
  label,
  note,
  help,
  error,
  ...input
}: FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>) {
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

/** A multi-line text input with its label, help and error. Grows with its content where the browser supports that. */
export const TextArea = ({
  label,
  note,
  help,
  error,
  hideLabel = false,
  rows = 5,
  ...input
}: FieldTexts & Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'style'>) => (
  <Field label={label} note={note} help={help} error={error} hideLabel={hideLabel}>
    {(control) => (
      <textarea
        rows={rows}
        placeholder={hideLabel ? label : undefined}
        {...input}
        {...control}
        style={{ minHeight: `calc(${rows}lh + 1.625rem)` }}
        className={`${CONTROL_CLASS} block field-sizing-content h-auto! py-3 ${hideLabel ? 'resize-none' : 'resize-y'}`}
      />
    )}
  </Field>
);

/**
 * False if the focus moves from a field to a button or a link. An error that appeared under the field during the press
 * would move the target from under the finger.
 */
export const isFocusWithinForm = ({ relatedTarget }: FocusEvent): boolean =>
  !(relatedTarget instanceof HTMLButtonElement || relatedTarget instanceof HTMLAnchorElement);
