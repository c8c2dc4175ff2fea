import { BRAND, PATHS } from '@quantalgo/contracts';
import { ArrowLeft } from 'lucide-react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '../../data/session/session';
import { BrandMark } from '../../ui/BrandMark';
import { Notice } from '../../ui/Notice';
import { PageHeading } from '../../ui/PageHeading';
import { TextLink } from '../../ui/TextLink';
import { LoginForm } from './LoginForm';
import { Pledge } from './Pledge';
import { returnTo } from './returnTo';

const Top = () => (
  <header className="flex items-center justify-between">
    <span className="flex items-center gap-2.5 font-semibold tracking-tight">
      <BrandMark />
      {BRAND.name}
    </span>
    <a
      href={PATHS.landing}
      className="flex min-h-11 items-center gap-2 text-sm font-medium text-muted hover:text-text"
    >
      <ArrowLeft size={16} aria-hidden />
      Back to start
    </a>
  </header>
);

/** The login. Whoever is signed in already, in this tab or by another one, is led on. */
export function LoginScreen() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'signed-in') return <Navigate replace to={returnTo(location.state)} />;
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="mx-auto flex w-full max-w-lg flex-col px-4 py-3 lg:px-14 lg:py-6">
        <Top />
        <main className="grid flex-1 content-start gap-6 pt-10 pb-8 lg:content-center lg:pt-0">
          <PageHeading className="text-xl!">Log in</PageHeading>
          {session.reason === 'expired' && (
            <Notice tone="warning">Your session has ended. Please log in again.</Notice>
          )}
          <LoginForm />
          <p className="text-center text-sm text-muted">
            New here?{' '}
            <TextLink to={PATHS.signUp} className="inline-flex min-h-11 items-center">
              Create an account
            </TextLink>
          </p>
        </main>
      </div>
      <Pledge />
    </div>
  );
}
