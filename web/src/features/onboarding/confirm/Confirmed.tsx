import { PATHS } from '@quantalgo/contracts';
import { CircleCheck } from 'lucide-react';
import { Heading } from '../../../ui/Heading';
import { LinkButton } from '../../../ui/LinkButton';

/** The account is open. */
export const Confirmed = () => (
  <>
    <div role="status" className="grid gap-2">
      <CircleCheck size={32} aria-hidden className="mb-2 text-call" />
      <Heading>Welcome aboard</Heading>
      <p className="text-muted">
        Account confirmed successfully! Redirecting to trader ID setup...
      </p>
    </div>
    <LinkButton to={PATHS.linkTrader} look="primary">
      Continue
    </LinkButton>
  </>
);
