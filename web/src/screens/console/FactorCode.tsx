import {
  FACTOR_DIGITS,
  secondFactorEndpoints,
} from '@quantalgo/contracts/auth/secondFactorEndpoints';
import { type SubmitEvent, useState } from 'react';
import { toFailureText } from '../../data/core/errors';
import { useMutation } from '../../data/core/useMutation';
import { presentFactor } from '../../data/console/secondFactor';
import { Button, SubmitButton } from '../../ui/Button';
import { CodeInput } from '../../ui/CodeInput';
import { TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';

const HELP = 'Ten characters, from the codes you stored. Each works once.';

function useCodeForm(onCode: (code: string) => Promise<void>) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const send = async (input: string) => {
    const problem = secondFactorEndpoints.passSecondFactor.body.safeParse({ code: input }).error;
    setError(problem?.issues[0]?.message);
    if (problem) return;
    await onCode(input);
    setCode('');
  };
  const type = (input: string) => {
    setCode(input);
    setError(undefined);
  };
  return { code, error, type, send };
}

export function AuthenticatorCode({
  onCode,
  error: serverError,
}: {
  onCode: (code: string) => Promise<void>;
  error?: string | undefined;
}) {
  const { code, error, type, send } = useCodeForm(onCode);
  return (
    <CodeInput
      label="Code from your authenticator"
      length={FACTOR_DIGITS}
      digits
      value={code}
      onChange={type}
      onComplete={(input) => void send(input)}
      error={error ?? serverError}
    />
  );
}

function RecoveryCode({
  pending,
  waitMs,
  onCode,
}: {
  pending: boolean;
  waitMs: number;
  onCode: (code: string) => Promise<void>;
}) {
  const { code, error, type, send } = useCodeForm(onCode);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send(code);
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <TextField
        label="Recovery code"
        help={HELP}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        onChange={({ target }) => type(target.value)}
      />
      <SubmitButton busyLabel={pending ? 'Checking…' : undefined} waitMs={waitMs}>
        Use the recovery code
      </SubmitButton>
    </form>
  );
}

export function FactorCode({ onPassed }: { onPassed: () => void }) {
  const [lost, setLost] = useState(false);
  const { pending, failure, waitMs, send } = useMutation(async (code: string) => {
    await presentFactor(code);
    onPassed();
  }, toFailureText(secondFactorEndpoints.passSecondFactor));
  return (
    <div className="grid grid-cols-1 gap-4">
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {lost ? (
        <RecoveryCode pending={pending} waitMs={waitMs} onCode={send} />
      ) : (
        <AuthenticatorCode onCode={send} />
      )}
      <p role="status" className="sr-only">
        {pending && 'Checking the code'}
      </p>
      <Button variant="quiet" size="small" onClick={() => setLost(!lost)}>
        {lost ? 'Use the authenticator' : 'I don’t have my authenticator'}
      </Button>
    </div>
  );
}
