import { formatMinutesSeconds } from '@quantalgo/contracts/core/durations';
import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Spinner } from './Loading';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export type ButtonSize = 'medium' | 'small';

const VARIANT_CLASSES: Record<ButtonVariant, string> = {
  primary: 'border-action bg-action text-on-action hover:border-action-hover hover:bg-action-hover',
  secondary: 'border-line text-text hover:border-edge hover:bg-sunk',
  quiet: 'border-transparent text-muted hover:bg-sunk hover:text-text',
  danger: 'border-put text-put hover:bg-put-bg',
};

const SIZE_CLASSES: Record<ButtonSize, string> = {
  medium: 'min-h-12 px-5 text-base',
  small: 'min-h-11 px-4 text-sm',
};

export const buttonClass = (variant: ButtonVariant, size: ButtonSize, extra = ''): string =>
  `inline-flex items-center justify-center gap-2 rounded-lg border font-semibold no-underline transition-colors aria-disabled:cursor-default aria-disabled:opacity-60 ${VARIANT_CLASSES[variant]} ${SIZE_CLASSES[size]} ${extra}`;

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Replaces the label while the action runs: `Logging in…`. Presses are ignored until it ends. */
  busyLabel?: string | undefined;
  disabled?: boolean | undefined;
  /** A second press confirms. A double click or a held key is one press. */
  isTwoStep?: boolean;
}

/** Uses `aria-disabled` instead of `disabled`, so that a busy button keeps the focus. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  busyLabel,
  disabled = false,
  isTwoStep = false,
  type = 'button',
  className = '',
  onClick,
  onKeyDown,
  children,
  ...rest
}: ButtonProps) {
  const inert = disabled || busyLabel !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault();
    else if (!isTwoStep || event.detail < 2) onClick?.(event);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (isTwoStep && event.repeat) event.preventDefault();
    onKeyDown?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={inert}
      onClick={press}
      onKeyDown={handleKeyDown}
      className={buttonClass(variant, size, className)}
    >
      {busyLabel === undefined ? (
        children
      ) : (
        <>
          <Spinner />
          <span>{busyLabel}</span>
        </>
      )}
    </button>
  );
}

export const SubmitButton = ({
  busyLabel,
  waitMs = 0,
  disabled,
  variant = 'primary',
  children,
}: {
  busyLabel: string | undefined;
  /** Ms until the next attempt is allowed. */
  waitMs?: number;
  disabled?: boolean;
  variant?: ButtonVariant;
  children: ReactNode;
}) => (
  <Button
    type="submit"
    variant={variant}
    busyLabel={busyLabel}
    disabled={disabled === true || waitMs > 0}
    className="tabular-nums"
  >
    {waitMs > 0 ? (
      <span>
        Try again in <span translate="no">{formatMinutesSeconds(waitMs)}</span>
      </span>
    ) : (
      children
    )}
  </Button>
);
