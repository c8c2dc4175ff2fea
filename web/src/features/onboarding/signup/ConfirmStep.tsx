import { CONFIRMATION_CODE_LENGTH, confirmationCodeSchema } from '@quantalgo/contracts';
import { useState, type SubmitEvent } from 'react';
import { CodeInput } from '../../../ui/CodeInput';
import { Notice } from '../../../ui/Notice';
import { PageHeading } from '../../../ui/PageHeading';
import { SubmitButton } from '../../../ui/SubmitButton';
import { TextLink } from '../../../ui/TextLink';
import { Confirmed } from '../confirm/Confirmed';
import { Resend } from '../confirm/Resend';
import type { Confirmation } from '../confirm/useConfirmation';
import { pathOf } from './steps';

/** The code that was mailed to `email`. It is sent as soon as its last character is there. */
export function ConfirmStep({
  email,
  confirmation,
}: {
  email: string;
  confirmation: Confirmation;
}) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { confirming, failure, waitMs, confirmed, confirm } = confirmation;

  const send = (typed: string) => {
    const wrong = confirmationCodeSchema.safeParse(typed).error?.issues[0]?.message;
    setError(wrong);
    if (wrong === undefined) void confirm(email, typed);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send(code);
  };
  if (confirmed) return <Confirmed />;
  return (
    <>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Confirm your email</PageHeading>
        <p className="text-muted">
          We sent a confirmation code to{' '}
          <span className="font-semibold wrap-anywhere text-text">{email}</span>. It is valid for 30
          minutes. <TextLink to={pathOf('details')}>Change address</TextLink>
        </p>
      </div>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <CodeInput
          label="Confirmation code"
          length={CONFIRMATION_CODE_LENGTH}
          value={code}
          onChange={setCode}
          onComplete={send}
          error={error}
        />
        <SubmitButton doing={confirming ? 'Confirming...' : undefined} waitMs={waitMs}>
          Confirm Account
        </SubmitButton>
      </form>
      <Resend
        email={email}
        otherAddress={<TextLink to={pathOf('details')}>Use another address</TextLink>}
      />
    </>
  );
}
