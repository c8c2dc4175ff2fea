import { CONFIRMATION_CODE_LENGTH, confirmationCodeSchema } from '@quantalgo/contracts';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { CodeInput } from './CodeInput';
import { Notice } from './Notice';

/** Takes a code that was mailed. It is sent as soon as its last character is there. */
export function ConfirmationCodeForm({
  failure,
  onCode,
  className,
  children,
}: {
  /** Why the last one was not taken, null where none was refused. */
  failure: string | null;
  /** Is given a code that has the form of one. */
  onCode: (code: string) => void;
  className: string;
  /** The button that sends it. */
  children: ReactNode;
}) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const take = (typed: string) => {
    const wrong = confirmationCodeSchema.safeParse(typed).error?.issues[0]?.message;
    setError(wrong);
    if (wrong === undefined) onCode(typed);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    take(code);
  };
  return (
    <form noValidate onSubmit={submit} className={className}>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <CodeInput
        label="Confirmation code"
        length={CONFIRMATION_CODE_LENGTH}
        value={code}
        onChange={setCode}
        onComplete={take}
        error={error}
      />
      {children}
    </form>
  );
}
