import type { ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';

/** The button of a form whose effect can't be taken back: once submitted, it asks, and sends only what is confirmed. */
export function ConfirmSubmit({
  submit,
  confirm,
  busyLabel,
  isAsked,
  disabled,
  onConfirm,
  onCancel,
  children,
}: {
  /** The word of the form's own button. */
  submit: string;
  /** The word of the button that sends. */
  confirm: string;
  /** What is said in its place while it is being sent. */
  busyLabel: string | undefined;
  /** Whether the form was submitted, and nothing of it changed since. */
  isAsked: boolean;
  disabled: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** What will happen. */
  children: ReactNode;
}) {
  if (!isAsked)
    return (
      <Button type="submit" size="small" disabled={disabled} className="justify-self-start">
        {submit}
      </Button>
    );
  const actions = (
    <>
      <Button size="small" disabled={disabled} busyLabel={busyLabel} onClick={onConfirm}>
        {confirm}
      </Button>
      <Button variant="quiet" size="small" onClick={onCancel}>
        Cancel
      </Button>
    </>
  );
  return (
    <Notice tone="warning" actions={actions}>
      {children}
    </Notice>
  );
}
