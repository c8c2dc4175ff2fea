import { PATHS } from '@quantalgo/contracts';
import { MailCheck } from 'lucide-react';
import { Button } from '../../../ui/Button';
import { Heading } from '../../../ui/Heading';
import { LinkButton } from '../../../ui/Links';

/** After a reset link was asked for: where to look, also when the mail's link opens the wrong window. */
export const CheckEmail = ({
  said,
  email,
  onAgain,
}: {
  said: string;
  email: string;
  onAgain: () => void;
}) => (
  <section className="grid gap-6" aria-live="polite">
    <div className="grid gap-2">
      <MailCheck size={32} aria-hidden className="mb-2 text-call" />
      <Heading>Check Your Email!</Heading>
      <p className="text-muted">
        {said}: <span className="font-semibold wrap-anywhere text-text">{email.trim()}</span>. It is
        valid for 60 minutes. Look in spam as well.
      </p>
    </div>
    <div className="grid gap-3">
      <LinkButton to={PATHS.resetPassword} look="primary">
        Type the code from the mail
      </LinkButton>
      <Button onClick={onAgain}>Try Again</Button>
      <LinkButton to={PATHS.login} look="quiet">
        Back to Login
      </LinkButton>
    </div>
  </section>
);
