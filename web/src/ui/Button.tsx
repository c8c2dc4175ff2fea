import { minutesSeconds } from '@quantalgo/contracts';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Spinner } from './Loading';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

export type ButtonSize = 'medium' | 'small';

const LOOKS: Record<ButtonLook, string> = {
  primary: 'border-action bg-action text-on-action hover:border-action-hover hover:bg-action-hover',
  secondary: 'border-line text-text hover:border-edge hover:bg-sunk',
  quiet: 'border-transparent text-muted hover:bg-sunk hover:text-text',
  danger: 'border-put text-put hover:bg-put-bg',
};

const SIZES: Record<ButtonSize, string> = {
  medium: 'min-h-12 px-5 text-base',
  small: 'min-h-11 px-4 text-sm lg:min-h-9',
};

/** How anything that looks like a button looks, whether it acts or leads somewhere. */
export const buttonClass = (look: ButtonLook, size: ButtonSize, extra = ''): string =>
  `inline-flex items-center justify-center gap-2 rounded-lg border font-semibold no-underline transition-colors aria-disabled:cursor-default aria-disabled:opacity-60 ${LOOKS[look]} ${SIZES[size]} ${extra}`;

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  look?: ButtonLook;
  size?: ButtonSize;
  /** What it is doing right now, in place of its label: `Signing in…`. Pressing it again does nothing meanwhile. */
  doing?: string | undefined;
  disabled?: boolean | undefined;
}

/** A button that keeps its focus while it works: it is never `disabled`, only inert and announced as such. */
export function Button({
  look = 'secondary',
  size = 'medium',
  doing,
  disabled = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const inert = disabled || doing !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={inert}
      onClick={press}
      className={buttonClass(look, size, className)}
    >
      {doing === undefined ? (
        children
      ) : (
        <>
          <Spinner />
          {doing}
        </>
      )}
    </button>
  );
}

/** Sends a form. While it works it says what it is doing; while the server wants to be left alone, for how long. */
export const SubmitButton = ({
  doing,
  waitMs = 0,
  disabled,
  look = 'primary',
  children,
}: {
  /** What it is doing right now: `Signing in…`. */
  doing: string | undefined;
  /** What is left (ms) until a further try makes sense. */
  waitMs?: number;
  disabled?: boolean;
  /** Not `primary` where another action is the screen's main one. */
  look?: ButtonLook;
  children: ReactNode;
}) => (
  <Button
    type="submit"
    look={look}
    doing={doing}
    disabled={disabled === true || waitMs > 0}
    className="tabular-nums"
  >
    {waitMs > 0 ? `Try again in ${minutesSeconds(waitMs)}` : children}
  </Button>
);
