import {
  FACTOR_DIGITS,
  RECOVERY_CODE_LENGTH,
  secondFactorEndpoints,
} from '@quantalgo/contracts/auth/secondFactorEndpoints';
import { useState } from 'react';
import { type FailureText, toFailureText } from '../../data/core/errors';
import { useForm } from '../../data/core/useForm';
import { presentFactor } from '../../data/console/secondFactor';
import { Button, SubmitButton } from '../../ui/Button';
import { CodeInput } from '../../ui/CodeInput';
import { TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';

const RECOVERY_CODE_HELP = `${RECOVERY_CODE_LENGTH} characters, from the codes you stored. Each works once.`;

/** A code works once, so the field is emptied after each attempt. */
export const useCodeForm = (send: (code: string) => Promise<unknown>, failure: FailureText) =>
  useForm(secondFactorEndpoints.verifySecondFactor.body, {
    initial: { code: '' },
    onSubmit: async ({ code }, { replace }) => {
      try {
        await send(code);
      } finally {
        replace({ code: '' });
      }
    },
    failure,
    clears: true,
  });

type CodeForm = ReturnType<typeof useCodeForm>;

export const AuthenticatorCode = ({ form }: { form: CodeForm }) => (
  <CodeInput
    {...form.control('code')}
    label="Code from your authenticator"
    length={FACTOR_DIGITS}
    digits
    onComplete={(code) => form.submit({ code })}
  />
);

const RecoveryCode = ({ form }: { form: CodeForm }) => (
  <form {...form.props} className="grid grid-cols-1 gap-4">
    <TextField
      {...form.field('code')}
      label="Recovery code"
      help={RECOVERY_CODE_HELP}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
    <SubmitButton busyLabel={form.pending ? 'Checking…' : undefined} waitMs={form.waitMs}>
      Use the recovery code
    </SubmitButton>
  </form>
);

export function FactorCode({ onPassed }: { onPassed: () => void }) {
  const [lost, setLost] = useState(false);
  const form = useCodeForm(async (code) => {
    await presentFactor(code);
    onPassed();
  }, toFailureText(secondFactorEndpoints.verifySecondFactor));
  const toggle = () => {
    form.reset();
    setLost(!lost);
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
      {lost ? <RecoveryCode form={form} /> : <AuthenticatorCode form={form} />}
      <p role="status" className="sr-only">
        {form.pending && 'Checking the code'}
      </p>
      <Button variant="quiet" size="small" onClick={toggle}>
        {lost ? 'Use the authenticator' : 'I don’t have my authenticator'}
      </Button>
    </div>
  );
}
