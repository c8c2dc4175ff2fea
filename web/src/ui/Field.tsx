import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type FocusEvent, type ReactNode, useId, useState } from 'react';

/** What a control needs so that its label, help and error belong to it. */
export interface FieldControl {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

export interface FieldTexts {
  label: string;
  /** Said beside the label: `optional`. */
  note?: string | undefined;
  help?: ReactNode;
  /** Stands in place of the help while there is one. */
  error?: string | undefined;
}

/** How a text control looks, also when its value is refused or it has the focus. */
export const CONTROL_CLASS =
  'h-12 w-full rounded-lg border border-edge bg-raised px-4 text-base text-text transition-colors placeholder:text-faint focus:border-accent focus:outline-3 focus:outline-offset-0 focus:outline-accent/30 aria-invalid:border-put';

/** Label above, control, then help or, in its place, the error. */
export function Field({
  label,
  note,
  help,
  error,
  children,
}: FieldTexts & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const below = `${id}-below`;
  const says = error ?? help;
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-sm font-semibold">
        {label}
        {note !== undefined && <span className="font-normal text-faint"> {note}</span>}
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
          {says}
        </p>
      )}
    </div>
  );
}

/** One line of text with its label, help and error. */
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

/** An address, with the keyboard that it is typed on and without what keyboards make of other words. */
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

/** A password with a button that shows and hides it. */
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

/** Several lines of text with their label, help and error. Grows with what is typed where the browser can do that. */
export const TextArea = ({
  label,
  note,
  help,
  error,
  rows = 5,
  ...input
}: FieldTexts & Omit<ComponentProps<'textarea'>, 'id' | 'className'>) => (
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

/**
 * Whether the focus that leaves a field goes to no button and no link. An error that appeared under the field while one
 * of them is being pressed would move it from under the finger.
 */
export const isFocusWithinForm = ({ relatedTarget }: FocusEvent): boolean =>
  !(relatedTarget instanceof HTMLButtonElement || relatedTarget instanceof HTMLAnchorElement);
