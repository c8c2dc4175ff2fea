let pressed: EventTarget | null = null;

// Prerendering has no window.
if (typeof window !== 'undefined') {
  // After a tap, Safari on iOS only moves the focus at `mousedown`, which follows `pointerup`.
  for (const start of ['pointerdown', 'mousedown'])
    addEventListener(start, ({ target }) => (pressed = target), true);
  for (const end of ['pointerup', 'pointercancel', 'mouseup'])
    addEventListener(end, () => (pressed = null), true);
}

const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a') !== null;

/**
 * True if a field loses the focus because a button or link is being pressed. An error that appears
 * below the field would move it away. Safari doesn't focus pressed buttons, so the event alone
 * doesn't tell.
 */
export const isPress = ({
  relatedTarget,
}: {
  readonly relatedTarget: EventTarget | null;
}): boolean => isPressable(relatedTarget) || isPressable(pressed);
