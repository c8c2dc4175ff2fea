import { useId, type ReactNode } from 'react';

/** Something that is on or off at once: the browser's own checkbox, drawn as a switch. */
export function Switch({
  label,
  help,
  checked,
  onChange,
}: {
  label: string;
  help?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const below = useId();
  return (
    <label className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-2.5">
      <span className="grid gap-0.5">
        <span className="text-sm font-semibold">{label}</span>
        {help !== undefined && (
          <span id={below} className="text-sm text-muted">
            {help}
          </span>
        )}
      </span>
      <span className="relative h-7 w-12 shrink-0 rounded-full border border-edge bg-sunk transition-colors forced-color-adjust-none has-checked:border-text has-checked:bg-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        <input
          type="checkbox"
          role="switch"
          aria-label={label}
          aria-describedby={help === undefined ? undefined : below}
          checked={checked}
          onChange={({ target }) => onChange(target.checked)}
          className="peer absolute inset-0 size-full cursor-pointer opacity-0"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-0.75 left-0.75 size-5 rounded-full bg-muted transition-transform peer-checked:translate-x-5 peer-checked:bg-ink"
        />
      </span>
    </label>
  );
}
