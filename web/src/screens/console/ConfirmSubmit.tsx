import type { ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';

/** Submit button for an irreversible action. A second press confirms it. */
export function ConfirmSubmit({
  submit,
  confirm,
  busyLabel,
  isConfirming,
  disabled,
  onConfirm,
  onCancel,
  children,
}: {
  /** Label before the confirmation. */
  submit: string;
  /** Label of the button that sends. */
  confirm: string;
  busyLabel: string | undefined;
  /** The form was submitted and hasn't changed since. */
  isConfirming: boolean;
  disabled: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  if (!isConfirming)
    return (
      <Button type="submit" size="small" disabled={disabled} className="justify-self-start">
        {submit}
      </Button>
    );
  const actions = (
    <>
      <Button isTwoStep size="small" disabled={disabled} busyLabel={busyLabel} onClick={onConfirm}>
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
