import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../../ui/Button';
import { SubmitButton } from '../../../ui/SubmitButton';

/** One step of the wizard: what it asks, the way on, and the way back. */
export function StepForm({
  title,
  next,
  disabled,
  doing,
  onNext,
  onBack,
  children,
}: {
  title: string;
  next: string;
  disabled: boolean;
  doing?: string | undefined;
  onNext: () => void;
  onBack?: () => void;
  children: ReactNode;
}) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!disabled) onNext();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 p-4 lg:p-5">
      <h2 className="text-base">{title}</h2>
      {children}
      <div className="grid gap-2 sm:flex sm:justify-between">
        <SubmitButton doing={doing} disabled={disabled}>
          {next}
        </SubmitButton>
        {onBack && (
          <Button look="quiet" onClick={onBack} className="sm:order-first">
            Back
          </Button>
        )}
      </div>
    </form>
  );
}
