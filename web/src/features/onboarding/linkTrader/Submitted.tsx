import { PATHS } from '@quantalgo/contracts';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Heading } from '../../../ui/Heading';
import { LinkButton } from '../../../ui/LinkButton';

const REDIRECT_MS = 3000;

/** The proof has arrived: on to the dashboard. */
export function Submitted() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(PATHS.dashboard, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <>
      <div role="status" className="grid gap-2">
        <CircleCheck size={32} aria-hidden className="mb-2 text-call" />
        <Heading>Proof received</Heading>
        <p className="text-muted">
          Trader ID verification submitted successfully! Our team will review and activate your
          account within 24 hours.
        </p>
      </div>
      <LinkButton to={PATHS.dashboard} look="primary">
        Continue to dashboard
      </LinkButton>
    </>
  );
}
