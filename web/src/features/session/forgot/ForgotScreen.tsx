import { BRAND } from '@quantalgo/contracts';
import { useState } from 'react';
import { BackToStart, ExternalLink } from '../../../ui/Links';
import { EntryFrame } from '../../../ui/EntryFrame';
import { CheckEmail } from './CheckEmail';
import { ForgotForm } from './ForgotForm';

const Support = () => (
  <p className="text-center text-sm text-muted">
    No access to your email?{' '}
    <ExternalLink href={BRAND.telegram.support}>Write to our support</ExternalLink>
  </p>
);

/** Asks for the address of an account, and says what to do with the mail that goes there. */
export function ForgotScreen() {
  const [email, setEmail] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  return (
    <EntryFrame corner={<BackToStart />}>
      {said === null ? (
        <ForgotForm email={email} onEmail={setEmail} onSent={setSaid} />
      ) : (
        <CheckEmail said={said} email={email} onAgain={() => setSaid(null)} />
      )}
      <Support />
    </EntryFrame>
  );
}
