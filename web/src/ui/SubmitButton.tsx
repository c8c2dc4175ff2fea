import { minutesSeconds } from '@quantalgo/contracts';
import type { ReactNode } from 'react';
import { Button, type ButtonLook } from './Button';

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
