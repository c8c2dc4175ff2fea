import { type MouseEvent, type PointerEvent, useRef } from 'react';

const isBackdrop = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>): boolean =>
  target === currentTarget;

/**
 * Closes a dialog without padding by a press beside it in browsers without `closedby` (Safari). A
 * text selection that only ends there doesn't count.
 */
export function useBackdropPress() {
  const isPressed = useRef(false);
  return {
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => {
      isPressed.current = isBackdrop(event);
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      if (isPressed.current && isBackdrop(event) && !('closedBy' in HTMLDialogElement.prototype))
        event.currentTarget.close();
    },
  };
}
