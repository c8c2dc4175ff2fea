import { useId, type ComponentProps } from 'react';

/** A field beside {@link FilterSelect}, of the same size: for words, a day, a number. */
export function FilterInput({
  label,
  error,
  className = '',
  ...input
}: { label: string; error?: string | undefined } & Omit<ComponentProps<'input'>, 'id'>) {
  const id = useId();
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-wrong`}
        className="h-11 w-full min-w-0 rounded-lg border border-edge bg-raised px-3 text-sm text-text tabular-nums focus:border-accent focus:outline-3 focus:outline-offset-0 focus:outline-accent/30 aria-invalid:border-put"
      />
      {error !== undefined && (
        <p id={`${id}-wrong`} className="mt-1 text-xs text-put">
          {error}
        </p>
      )}
    </div>
  );
}
