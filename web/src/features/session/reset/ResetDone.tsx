import { PATHS } from '@quantalgo/contracts';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Heading } from '../../../ui/Heading';
import { LinkButton } from '../../../ui/LinkButton';

const REDIRECT_MS = 3000;

/** The password is set: on to the login. */
export function ResetDone() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(PATHS.login, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <>
      <div className="grid gap-2" role="status">
        <CircleCheck size={32} aria-hidden className="mb-2 text-call" />
        <Heading>Password Reset Successful!</Heading>
        <p className="text-muted">
          All other sessions have ended. We take you to the login, where the new password counts.
        </p>
      </div>
      <LinkButton to={PATHS.login} look="primary">
        Go to login
      </LinkButton>
    </>
  );
}
