import { PATHS } from '@quantalgo/contracts';
import { Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../data/session/currentSession';
import { LoadingScreen } from './LoadingScreen';
import { toLanding } from './leaving';
import { useOfflineKit } from './useOfflineKit';
import { useOutboxSender } from './useOutboxSender';
import { usePush } from './usePush';

/** Whoever signed out, here or in another tab, is led to the landing page, which is another document. */
function SignedOut() {
  useEffect(toLanding, []);
  return <LoadingScreen words="Signing out" />;
}

function MemberRoutes({ uid }: { uid: string }) {
  useOutboxSender(uid);
  useOfflineKit();
  usePush(uid);
  return (
    <Suspense fallback={<LoadingScreen words="Initializing Elite Dashboard" />}>
      <Outlet />
    </Suspense>
  );
}

/** Lets members in, and leads everyone else to the login, which leads back. */
export function RequireMember() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.status === 'signed-in') return <MemberRoutes uid={session.user.id} />;
  if (session.reason === 'signed-out') return <SignedOut />;
  return <Navigate replace to={PATHS.login} state={{ from: pathname + search + hash }} />;
}
