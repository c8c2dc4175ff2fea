import { PATHS } from '@quantalgo/contracts';
import { Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { whenIdle } from '../data/core/whenIdle';
import { sessionEnded, useMember, useSession } from '../data/session/currentSession';
import { startOutbox } from '../data/sync/start';
import { BrandMark } from '../ui/BrandMark';
import { Skeleton } from '../ui/Loading';
import { NotFound } from './ErrorBoundary';
import { afterPaint } from '../data/core/firstPaint';
import { lazyScreen } from './lazyLoading';
import { STAFF_TABLE } from './screenTable';
import { StaffConsole } from './screens';

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

const FirstPassword = lazyScreen(() => import('../screens/auth/FirstPassword'));

/** Lets members in, asks one without a password to choose it first, and leads everyone else to the login, which leads back. */
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
 * Lets staff into their console. To anybody else there is no such page; whoever is there when they cease to be staff is
 * led out, and the dashboard's notices say why.
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

/** Stands in while code and data are read: the mark where the document itself drew it, and what is being waited for. */
export const LoadingScreen = ({ words }: { words?: string }) => (
  <div role="status" className="relative grid min-h-dvh place-content-center">
    <BrandMark size={40} />
    {words !== undefined && (
      <p className="absolute inset-x-4 top-1/2 mt-10 text-center text-sm text-muted">{words}</p>
    )}
  </div>
);

/** Keeps the place of a screen whose code is on its way. */
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

/** From now on the member leaves, once `ended` is settled. */
export function leaveAfter(ended: Promise<void>): void {
  signOutEnded = ended;
}

/** Leaves the app for the landing page once nothing of the member is left behind. */
function toLanding(): void {
  void Promise.allSettled([signOutEnded, sessionEnded()]).then(() =>
    location.replace(PATHS.landing),
  );
}

/** Sends what the member's outbox holds, on every screen of theirs, from after its first paint on. */
function useOutboxSender(uid: string): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    const callOff = afterPaint(() => {
      stop = startOutbox(uid);
    });
    return () => {
      callOff();
      stop?.();
    };
  }, [uid]);
}

/** Fetches for whoever is signed in what every screen needs to open offline, once the page has nothing else to do. */
function useOfflineKit(): void {
  useEffect(() => {
    let ended = false;
    let stop: (() => void) | undefined;
    const callOff = whenIdle(() => {
      void import('../data/pwa/appState').then(
        ({ keepKit }) => {
          if (!ended) stop = keepKit();
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

/** Compares what this browser and the server know of the member's notifications, after the first paint. */
function usePush(uid: string): void {
  useEffect(
    () =>
      afterPaint(() => {
        void import('../data/push/devicePush')
          .then(({ comparePush }) => comparePush())
          .catch(() => undefined);
      }),
    [uid],
  );
}
