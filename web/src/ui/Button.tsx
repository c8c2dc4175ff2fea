import type { ComponentProps, MouseEvent } from 'react';
import { buttonClass, type ButtonLook, type ButtonSize } from './buttonClass';
import { Spinner } from './Spinner';

interface Props extends Omit<ComponentProps<'button'>, 'disabled'> {
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
}: Props) {
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
