import { PATHS } from '@quantalgo/contracts/core/paths';
import { Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { whenIdle } from '../data/core/whenIdle';
import { sessionEnded, useMember, useSession } from '../data/auth/currentSession';
import { startOutbox } from '../data/sync/start';
import { BrandMark } from '../ui/BrandMark';
import { Skeleton } from '../ui/Loading';
import { NotFound } from './ErrorBoundary';
import { afterPaint, afterProof } from '../data/core/firstPaint';
import { lazyScreen } from './lazyLoading';
import { STAFF_TABLE } from './screenTable';
import { StaffConsole } from './screens';

/** After a sign-out, here or in another tab: leads to the landing page, which is another document. */
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

const FirstPassword = lazyScreen(() => import('../screens/auth/FirstPassword'));

/** Admits members, asks those without a password to choose one, and sends all others to the login, which leads back. */
export function RequireMember() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.status === 'signed-in') {
    const { user } = session;
    if (user.needsPassword !== true) return <MemberRoutes uid={user.id} />;
    return (
      <Suspense fallback={<LoadingScreen />}>
        <FirstPassword.Component user={user} />
      </Suspense>
    );
  }
  if (session.reason === 'signed-out') return <SignedOut />;
  return <Navigate replace to={PATHS.login} state={{ from: pathname + search + hash }} />;
}

/**
 * Admits staff to their console. For all others the page doesn't exist; anyone on it whose staff access is revoked is
 * redirected to the dashboard, whose notices say why.
 */
export function RequireStaff() {
  const staff = useMember()?.staff === true;
  const [entered] = useState(staff);
  if (!staff) return entered ? <Navigate replace to={PATHS.dashboard} /> : <NotFound />;
  return (
    <StaffConsole.Component tabs={STAFF_TABLE}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </StaffConsole.Component>
  );
}

/** Shown while code and data load: the brand's mark, in the place where the document drew it, and the given words. */
export const LoadingScreen = ({ words }: { words?: string }) => (
  <div role="status" className="relative grid min-h-dvh place-content-center">
    <BrandMark size={40} />
    {words !== undefined && (
      <p className="absolute inset-x-4 top-1/2 mt-10 text-center text-sm text-muted">{words}</p>
    )}
  </div>
);

/** Placeholder of a screen whose code is loading. */
export const ScreenSkeleton = () => (
  <div className="grid gap-4">
    <span role="status" className="sr-only">
      Loading
    </span>
    <Skeleton className="h-6.5 w-40" />
    <Skeleton className="h-96 w-full" />
  </div>
);

let signOutEnded: Promise<void> = Promise.resolve();

/** Makes leaving the app wait until `ended` is settled. */
export function leaveAfter(ended: Promise<void>): void {
  signOutEnded = ended;
}

/** Leaves the app for the landing page once the member's data is cleared. */
function toLanding(): void {
  void Promise.allSettled([signOutEnded, sessionEnded()]).then(() =>
    location.replace(PATHS.landing),
  );
}

/** Calls `begin` if any of the member's changes are unsent. */
const ifUnsent = (uid: string, begin: () => void) =>
  import('../data/outbox/outbox')
    .then(({ unsentOf }) => unsentOf(uid))
    .then(
      ({ items }) => items.length > 0 && begin(),
      () => undefined,
    );

/**
 * Sends the member's outbox, on all of the member's screens: after the first paint if any changes are unsent, otherwise once
 * the content on screen is proven.
 */
function useOutboxSender(uid: string): void {
  useEffect(() => {
    let ended = false;
    let stop: (() => void) | undefined;
    const begin = () => {
      if (!ended) stop ??= startOutbox(uid);
    };
    const callOffs = [afterPaint(() => void ifUnsent(uid, begin)), afterProof(begin)];
    return () => {
      ended = true;
      for (const callOff of callOffs) callOff();
      stop?.();
    };
  }, [uid]);
}

/** Fetches the offline kit for members, once the page is idle. */
function useOfflineKit(): void {
  useEffect(() => {
    let ended = false;
    let stop: (() => void) | undefined;
    const callOff = whenIdle(() => {
      void import('../data/pwa/appState').then(
        ({ ensureKit }) => {
          if (!ended) stop = ensureKit();
        },
        () => undefined,
      );
    });
    return () => {
      ended = true;
      callOff();
      stop?.();
    };
  }, []);
}

/**
 * Keeps the member's push subscription on this device up to date, after the first paint. No later: it drops a subscription
 * that is not stored, as one is that the member is just making.
 */
function usePush(uid: string): void {
  useEffect(
    () =>
      afterPaint(() => {
        void import('../data/push/devicePush')
          .then(({ followPush }) => followPush(uid))
          .catch(() => undefined);
      }),
    [uid],
  );
}
