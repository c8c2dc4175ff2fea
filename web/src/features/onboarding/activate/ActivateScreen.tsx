import { PATHS } from '@quantalgo/contracts';
import { Navigate } from 'react-router-dom';
import { BackToStart, TextLink } from '../../../ui/Links';
import { EntryFrame } from '../../../ui/EntryFrame';
import { PageHeading } from '../../../ui/Heading';
import { Confirmed } from '../confirm/Confirmed';
import { useConfirmation } from '../confirm/useConfirmation';
import { ActivateForm } from './ActivateForm';

/** Confirms an account from anywhere: a mail on another device, a browser that was closed. */
export function ActivateScreen() {
  const confirmation = useConfirmation(
    'Confirmation failed',
    'Confirmation failed. Please try again.',
  );
  if (confirmation.elsewhere) return <Navigate replace to={PATHS.dashboard} />;
  return (
    <EntryFrame corner={<BackToStart />}>
      {confirmation.confirmed ? (
        <Confirmed />
      ) : (
        <>
          <div className="grid gap-2">
            <PageHeading className="text-xl!">Confirm your account</PageHeading>
            <p className="text-muted">The code stands in the subject of the mail we sent you.</p>
          </div>
          <ActivateForm confirmation={confirmation} />
          <div className="flex flex-wrap justify-center gap-x-6 text-sm text-muted">
            <TextLink to={PATHS.signUp} className="inline-flex min-h-11 items-center">
              Create an account
            </TextLink>
            <TextLink to={PATHS.login} className="inline-flex min-h-11 items-center">
              Log in
            </TextLink>
          </div>
        </>
      )}
    </EntryFrame>
  );
}
