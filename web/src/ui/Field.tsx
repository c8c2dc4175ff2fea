import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';

interface FieldControl {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

export interface FieldTexts {
  label: string;
  note?: string | undefined;
  help?: ReactNode;
  /** Shown in place of the help. */
  error?: string | undefined;
  hideLabel?: boolean;
}

export const CONTROL_CLASS =
  'h-12 w-full rounded-lg border border-edge bg-raised px-4 text-base text-text transition-colors placeholder:text-faint focus:border-accent focus:outline-3 focus:outline-offset-0 focus:outline-accent/30 aria-invalid:border-put';

export function Field({
  label,
  note,
  help,
  error,
  hideLabel = false,
  children,
}: FieldTexts & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const descriptionId = `${id}-below`;
  const description = error ?? help;
  return (
    <div>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-2 block text-sm font-semibold'}>
        <span>{label}</span>
        {note !== undefined && <span className="font-normal text-faint">{` ${note}`}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': description === undefined ? undefined : descriptionId,
      })}
      {description !== undefined && (
        <p
          id={descriptionId}
          className={`mt-2 flex items-center gap-2 text-sm ${error === undefined ? 'text-muted' : 'text-put'}`}
        >
          {error !== undefined && <CircleAlert size={16} aria-hidden className="shrink-0" />}
          <span>{description}</span>
        </p>
      )}
    </div>
  );
}

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

export function PasswordField({
  label,
  note,
  help,
  error,
  ...input
}: FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>) {
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  return (
    <Field label={label} note={note} help={help} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={visible ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={`${CONTROL_CLASS} pr-14`}
          />
          <button
            type="button"
            aria-label={visible ? 'Hide password' : 'Show password'}
            aria-controls={control.id}
            onClick={() => setVisible(!visible)}
            className="absolute inset-y-0 right-0 grid w-12 place-content-center rounded-lg text-muted hover:text-text"
          >
            <Icon size={20} aria-hidden />
          </button>
        </div>
      )}
    </Field>
  );
}

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
