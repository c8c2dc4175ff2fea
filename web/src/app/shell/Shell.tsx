import { isLocked } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { slotStart } from '@quantalgo/contracts/core/slots';
import { Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useNow } from '../../data/core/clock';
import { closeTopWindow, topWindow } from '../../data/core/topWindow';
import { useMember } from '../../data/auth/currentSession';
import { useMarketOpening } from '../../data/signals/heartbeat';
import { startSync } from '../../data/sync/start';
import { LadderStop } from '../../screens/signals/LadderStop';
import { CadenceBar } from '../../ui/instruments/CadenceBar';
import { lazyComponent } from '../../ui/lazyComponent';
import { Skeleton } from '../../ui/Loading';
import { runAfterPaint, runAfterProof } from '../../data/core/firstPaint';
import { ErrorBoundary } from '../ErrorBoundary';
import { storeScreens } from '../firstPaint/storeScreens';
import { ScreenSkeleton } from '../guards';
import { BottomBar } from './BottomBar';
import { Brand, Header } from './Header';
import { AccessNotice, Notices } from './Notices';
import { Sidebar } from './Sidebar';

const CONTENT_ID = 'content';

const ShellEffects = lazyComponent(
  async () => (await import('./ShellEffects')).ShellEffects,
  null,
  runAfterPaint,
);

const TopWindow = lazyComponent(
  async () => (await import('../../screens/signals/TopWindow')).TopWindow,
  null,
  runAfterProof,
);

/**
 * Small enough to bundle with the shell, but mounted late, because its reads would delay the first
 * paint.
 */
const DeferredLadderStop = lazyComponent(() => Promise.resolve(LadderStop), null, runAfterProof);

/** Loaded late, because it reads the outbox. The placeholder has the same height. */
const LockCountdown = lazyComponent(
  async () => (await import('./lateParts')).LockCountdown,
  <Skeleton className="h-27.5 rounded-lg sm:h-21 lg:h-16" />,
  runAfterPaint,
);

const SkipLink = () => (
  <a
    href={`#${CONTENT_ID}`}
    className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-action px-4 py-3 font-semibold text-on-action focus:translate-y-0"
  >
    Skip to content
  </a>
);

function CurrentScreen() {
  const { pathname } = useLocation();
  return (
    <main id={CONTENT_ID} tabIndex={-1} className="shell-gutter pt-4 pb-28 lg:pt-6 lg:pb-12">
      <ErrorBoundary screen={pathname}>
        <Suspense fallback={<ScreenSkeleton />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

function Dashboard({ member }: { member: User }) {
  useSync(member);
  useLayoutEffect(storeScreens, []);
  useEffect(() => closeTopWindow, []);
  const top = useSyncExternalStore(topWindow.subscribe, topWindow.get);
  return (
    <div className="lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <SkipLink />
      <ShellEffects key={member.id} member={member} />
      {!isLocked(member) && <DeferredLadderStop uid={member.id} />}
      <aside className="sticky top-0 hidden h-[calc(100dvh-var(--above,0px))] flex-col border-r border-line-soft lg:flex">
        <Brand className="mx-6 my-2" />
        <Sidebar member={member} />
      </aside>
      <div>
        <div className="sticky top-0 z-30 bg-ink">
          <Cadence />
        </div>
        <Header member={member} />
        <section aria-label="Notices" className="shell-gutter grid gap-3 pt-2 empty:hidden lg:pt-4">
          <AccessNotice />
          {isLocked(member) && <LockCountdown member={member} />}
          <Notices uid={member.id} />
        </section>
        <CurrentScreen />
      </div>
      <BottomBar member={member} />
      {top && <TopWindow key={member.id} top={top} member={member} />}
    </div>
  );
}

export default function Shell() {
  const member = useMember();
  return member && <Dashboard member={member} />;
}

/** Progress of the current slot. Empty while the market is closed. */
export function Cadence() {
  const now = useNow();
  const isClosed = typeof useMarketOpening() === 'number';
  return <CadenceBar elapsed={isClosed ? 0 : now - slotStart(now)} />;
}

/**
 * Verifies that the log has only grown since the last visit. Loaded late, because no screen depends
 * on it.
 */
const checkLog = () =>
  import('../../data/record/checkpoints').then(
    (loaded) => loaded.checkLog(),
    () => undefined,
  );

function useSync(member: User): void {
  const latestMember = useRef(member);
  useEffect(() => {
    latestMember.current = member;
  });
  const { id } = member;
  useEffect(() => {
    let stop: (() => void) | undefined;
    const cancelSync = runAfterPaint(() => {
      stop = startSync(latestMember.current);
    });
    const cancelLogCheck = runAfterProof(() => void checkLog());
    return () => {
      cancelSync();
      cancelLogCheck();
      stop?.();
    };
  }, [id]);
}
