import { PATHS } from '@quantalgo/contracts/core/paths';
import { Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { runWhenIdle } from '../data/core/whenIdle';
import { waitForSessionEnd, useMember, useSession } from '../data/auth/currentSession';
import { startOutbox } from '../data/sync/start';
import { BrandMark } from '../ui/BrandMark';
import { Skeleton } from '../ui/Loading';
import { NotFound } from './ErrorBoundary';
import { runAfterPaint, runAfterProof } from '../data/core/firstPaint';
import { lazyScreen } from './lazyLoading';
import { STAFF_TABLE } from './screenTable';
import { StaffConsole } from './screens';

/** Also shown after logging out in another tab. The landing page is a separate document. */
function LoggedOut() {
  useEffect(goToLanding, []);
  return <LoadingScreen message="Logging out" />;
}

function MemberRoutes({ uid }: { uid: string }) {
  useOutboxSender(uid);
  useOfflineKit();
  usePush(uid);
  return (
    <Suspense fallback={<LoadingScreen message="Initializing Elite Dashboard" />}>
      <Outlet />
    </Suspense>
  );
}

const FirstPassword = lazyScreen(() => import('../screens/auth/FirstPassword'));

/**
 * Members without a password must choose one first. Visitors are redirected to the login page,
 * which returns them to this page. Remounts when another tab's login replaces the member, whose
 * unsent input would otherwise stay.
 */
export function RequireMember() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.status === 'logged-in') {
    const { user } = session;
    if (user.needsPassword !== true) return <MemberRoutes key={user.id} uid={user.id} />;
    return (
      <Suspense fallback={<LoadingScreen />}>
        <FirstPassword.Component key={user.id} user={user} />
      </Suspense>
    );
  }
  if (session.reason === 'logged-out') return <LoggedOut />;
  return <Navigate replace to={PATHS.login} state={{ from: pathname + search + hash }} />;
}

/**
 * Other members get “not found”. Staff whose access is revoked during the visit go to the
 * dashboard, which explains why.
 */
export function RequireStaff() {
  const staff = useMember()?.staff === true;
  const [wasStaff] = useState(staff);
  if (!staff) return wasStaff ? <Navigate replace to={PATHS.dashboard} /> : <NotFound />;
  return (
    <StaffConsole.Component tabs={STAFF_TABLE}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </StaffConsole.Component>
  );
}

export const LoadingScreen = ({ message }: { message?: string }) => (
  <div role="status" className="relative grid min-h-dvh place-content-center">
    <BrandMark size={40} />
    {message !== undefined && (
      <p className="absolute inset-x-4 top-1/2 mt-10 text-center text-sm text-muted">{message}</p>
    )}
  </div>
);

export const ScreenSkeleton = () => (
  <div className="grid gap-4">
    <span role="status" className="sr-only">
      Loading
    </span>
    <Skeleton className="h-6.5 w-40" />
    <Skeleton className="h-96 w-full" />
  </div>
);

let logOutEnded: Promise<void> = Promise.resolve();

export function setPendingLogOut(logOut: Promise<void>): void {
  logOutEnded = logOut;
}

function goToLanding(): void {
  void Promise.allSettled([logOutEnded, waitForSessionEnd()]).then(() =>
    location.replace(PATHS.landing),
  );
}

const runIfUnsent = (uid: string, start: () => void) =>
  import('../data/outbox/outbox')
    .then(({ readUnsentItems }) => readUnsentItems(uid))
    .then(
      ({ items }) => items.length > 0 && start(),
      () => undefined,
    );

/**
 * Starts after the first paint if any changes are unsent, otherwise once the server has confirmed
 * the content on screen.
 */
function useOutboxSender(uid: string): void {
  useEffect(() => {
    let isUnmounted = false;
    let stop: (() => void) | undefined;
    const start = () => {
      if (!isUnmounted) stop ??= startOutbox(uid);
    };
    const cancels = [runAfterPaint(() => void runIfUnsent(uid, start)), runAfterProof(start)];
    return () => {
      isUnmounted = true;
      for (const cancel of cancels) cancel();
      stop?.();
    };
  }, [uid]);
}

function useOfflineKit(): void {
  useEffect(() => {
    let isUnmounted = false;
    let stop: (() => void) | undefined;
    const cancel = runWhenIdle(() => {
      void import('../data/pwa/appState').then(
        ({ ensureKit }) => {
          if (!isUnmounted) stop = ensureKit();
        },
        () => undefined,
      );
    });
    return () => {
      isUnmounted = true;
      cancel();
      stop?.();
    };
  }, []);
}

/**
 * Updates the push subscription right after the first paint. Later, it might drop a subscription
 * that the member is creating at that moment, because it isn't stored yet.
 */
function usePush(uid: string): void {
  useEffect(
    () =>
      runAfterPaint(() => {
        void import('../data/push/devicePush')
          .then(({ followPush }) => followPush(uid))
          .catch(() => undefined);
      }),
    [uid],
  );
}
