import { isLocked, type User } from '@quantalgo/contracts';
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useMember } from '../../data/session/currentSession';
import { isInstalled } from '../../data/pwa/install';
import { ErrorBoundary } from '../ErrorBoundary';
import { later } from '../later';
import { Notices } from '../notices/Notices';
import { AccessNotice } from './AccessNotice';
import { BottomBar } from './BottomBar';
import { Brand } from './Brand';
import { Cadence } from './Cadence';
import { Header } from './Header';
import { LockCountdown } from './LockCountdown';
import { ScreenSkeleton } from './ScreenSkeleton';
import { Sidebar } from './Sidebar';
import { useSync } from './useSync';

const CONTENT = 'content';

const Badge = later(async () => (await import('./Badge')).Badge);

const SkipLink = () => (
  <a
    href={`#${CONTENT}`}
    className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-action px-4 py-3 font-semibold text-on-action focus:translate-y-0"
  >
    Skip to content
  </a>
);

function CurrentScreen() {
  const { pathname } = useLocation();
  return (
    <main id={CONTENT} tabIndex={-1} className="shell-gutter pt-4 pb-28 lg:pt-6 lg:pb-12">
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
  return (
    <div className="lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <SkipLink />
      {isInstalled() && <Badge uid={member.id} />}
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line-soft lg:flex">
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
    </div>
  );
}

/** Everything around the dashboard's screens. */
export default function Shell() {
  const member = useMember();
  return member && <Dashboard member={member} />;
}
