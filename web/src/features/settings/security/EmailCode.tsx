import { CONFIRMATION_CODE_LENGTH, endpoints } from '@quantalgo/contracts';
import { useState, type SubmitEvent } from 'react';
import { confirmEmail } from '../../../data/account/credentials';
import { useSending } from '../../../data/api/useSending';
import { Button } from '../../../ui/Button';
import { CodeInput } from '../../../ui/CodeInput';
import { Notice } from '../../../ui/Notice';
import { SubmitButton } from '../../../ui/SubmitButton';
import { failureWords } from '../failureWords';

const WORDS = failureWords('confirmEmail');

/** The code that was mailed to the new address, which makes it the account's. */
export function EmailCode({
  email,
  onDone,
  onBack,
}: {
  email: string;
  onDone: () => void;
  onBack: () => void;
}) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { sending, failure, waitMs, send } = useSending(async (given: string) => {
    await confirmEmail(given);
    onDone();
  }, WORDS);
  const confirm = (given: string) => {
    const parsed = endpoints.confirmEmail.body.safeParse({ confirmationCode: given });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) void send(given);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    confirm(code);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 sm:max-w-md">
      <Notice>
        If <span className="font-semibold wrap-anywhere">{email}</span> can be used, a code is in
        its inbox now.
      </Notice>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <CodeInput
        label="Confirmation code"
        length={CONFIRMATION_CODE_LENGTH}
        value={code}
        onChange={setCode}
        onComplete={confirm}
        error={error}
      />
      <div className="grid gap-2 sm:flex">
        <SubmitButton
          doing={sending ? 'Confirming...' : undefined}
          waitMs={waitMs}
          look="secondary"
        >
          Confirm address
        </SubmitButton>
        <Button look="quiet" onClick={onBack}>
          Another address
        </Button>
      </div>
    </form>
  );
}
