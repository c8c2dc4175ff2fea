import { PATHS } from '@quantalgo/contracts';
import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '../../data/session/currentSession';
import { BackToStart, TextLink } from '../../ui/Links';
import { EntryFrame } from '../../ui/EntryFrame';
import { Notice } from '../../ui/Notice';
import { PageHeading } from '../../ui/Heading';
import { LoginForm } from './LoginForm';
import { returnTo } from './returnTo';

/** The login. Whoever is signed in already, in this tab or by another one, is led on. */
export function LoginScreen() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'signed-in') return <Navigate replace to={returnTo(location.state)} />;
  return (
    <EntryFrame corner={<BackToStart />}>
      <PageHeading className="text-xl!">Log in</PageHeading>
      {session.reason === 'expired' && (
        <Notice tone="warning">Your session has ended. Please log in again.</Notice>
      )}
      <LoginForm />
      <div className="grid justify-items-center text-sm text-muted">
        <p>
          New here?{' '}
          <TextLink to={PATHS.signUp} className="inline-flex min-h-11 items-center">
            Create an account
          </TextLink>
        </p>
        <p>
          Logged in elsewhere?{' '}
          <TextLink to={PATHS.transfer} className="inline-flex min-h-11 items-center">
            Use a transfer code
          </TextLink>
        </p>
      </div>
    </EntryFrame>
  );
}
