import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';

/** What a control needs so that its label, help and error belong to it. */
export interface FieldControl {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

export interface FieldWords {
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
}: FieldWords & { children: (control: FieldControl) => ReactNode }) {
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
