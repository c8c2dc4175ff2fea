import { type MouseEvent, type PointerEvent, useRef } from 'react';

function isBackdrop(event: MouseEvent<HTMLDialogElement>): boolean {
  const { target, currentTarget, clientX: x, clientY: y } = event;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return target === currentTarget && (x < left || x > right || y < top || y > bottom);
}

/**
 * Closes a dialog by a press beside it in browsers without `closedby` (Safari). A
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
