import { ConfirmationCodeForm } from '../../../ui/CodeInput';
import { PageHeading } from '../../../ui/Heading';
import { SubmitButton } from '../../../ui/SubmitButton';
import { TextLink } from '../../../ui/Links';
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
  const { confirming, failure, waitMs, confirmed, confirm } = confirmation;
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
      <ConfirmationCodeForm
        failure={failure}
        onCode={(code) => void confirm(email, code)}
        className="grid gap-5"
      >
        <SubmitButton doing={confirming ? 'Confirming...' : undefined} waitMs={waitMs}>
          Confirm Account
        </SubmitButton>
      </ConfirmationCodeForm>
      <Resend
        email={email}
        otherAddress={<TextLink to={pathOf('details')}>Use another address</TextLink>}
      />
    </>
  );
}
