import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useBackdropPress } from './useBackdropPress';

const PLACE_CLASSES = {
  centre:
    'm-auto pb-0 w-[min(30rem,calc(100vw-2rem))] rounded-lg border max-h-[calc(100dvh-2rem)] overflow-y-auto',
  sheet:
    'mx-auto mt-auto mb-0 w-full max-w-none rounded-t-lg border-t pb-[env(safe-area-inset-bottom)] max-h-[calc(100dvh-4rem)] overflow-y-auto sm:m-auto sm:w-[min(36rem,calc(100vw-2rem))] sm:rounded-lg sm:border',
  right:
    'pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] my-0 mr-0 ml-auto h-dvh max-h-none w-[min(20rem,88vw)] border-l overflow-y-auto',
} as const;

/**
 * A native modal: the browser traps and restores the focus, and closes it on Escape. Content is
 * mounted only while open.
 */
export function Dialog({
  open,
  onClose,
  label,
  place = 'centre',
  children,
}: {
  open: boolean;
  onClose: () => void;
  label: string;
  place?: keyof typeof PLACE_CLASSES;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const backdropPress = useBackdropPress();
  // A layout effect closes the dialog before the next content's effects, because an open modal
  // blocks focus outside it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);
  return (
    <dialog
      ref={ref}
      aria-label={label}
      onClose={onClose}
      closedby="any"
      {...backdropPress}
      className={`border-line bg-ink px-0 pt-0 text-text shadow-float ${PLACE_CLASSES[place]}`}
    >
      {open && children}
    </dialog>
  );
}
