import { TIER_NAMES } from '@quantalgo/contracts/access/access';
import { formatRoughDuration } from '@quantalgo/contracts/core/durations';
import { formatDate } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { useState } from 'react';
import { runAfterProof } from '../../data/core/firstPaint';
import { useClockError } from '../../data/core/clock';
import { useUpdate } from '../../data/pwa/appState';
import { type AccessChange, dismissAccessChange, useAccessChange } from '../../data/auth/access';
import { useEviction } from '../../data/signals/useSignals';
import { useStoragePersisted } from '../../data/storage/memberDatabase';
import { Button } from '../../ui/Button';
import { LinkButton } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { lazyComponent } from '../../ui/lazyComponent';
import { useZone } from '../../core/zone';

const OutboxNotice = lazyComponent(
  async () => (await import('./lateParts')).OutboxNotice,
  null,
  runAfterProof,
);

const InstallNotice = lazyComponent(
  async () => (await import('./lateParts')).InstallNotice,
  null,
  runAfterProof,
);

export const Notices = ({ uid }: { uid: string }) => (
  <>
    <UpdateNotice />
    <ClockNotice />
    <StorageNotice />
    <EvictionNotice />
    <OutboxNotice uid={uid} />
    <InstallNotice uid={uid} />
  </>
);

const MAX_NEWS_ITEMS = 3;

/** The old version keeps running until the member agrees. */
export function UpdateNotice() {
  const update = useUpdate();
  const [dismissedUpdate, setDismissedUpdate] = useState<unknown>(null);
  if (!update || dismissedUpdate === update) return null;
  const news = update.build?.news.slice(0, MAX_NEWS_ITEMS) ?? [];
  return (
    <Notice
      actions={
        <>
          <Button variant="quiet" size="small" onClick={() => setDismissedUpdate(update)}>
            Later
          </Button>
          <Button size="small" onClick={update.apply}>
            Update now
          </Button>
        </>
      }
    >
      <p>A new version is ready.</p>
      {news.length > 0 && (
        <ul className="list-disc pl-4 text-muted">
          {news.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

const TOLERATED_CLOCK_ERROR_MS = 60_000;

export function ClockNotice() {
  const error = useClockError();
  if (Math.abs(error) <= TOLERATED_CLOCK_ERROR_MS) return null;
  return (
    <Notice tone="warning">
      {`Your device’s clock is ${formatRoughDuration(error)} ${error > 0 ? 'ahead' : 'behind'}. Times here follow our server.`}
    </Notice>
  );
}

function StorageNotice() {
  if (useStoragePersisted()) return null;
  return (
    <Notice tone="warning">
      This browser doesn’t store anything, as in a private window. Everything works, but your
      history is lost when you close the page.
    </Notice>
  );
}

/** Explains why evicted signals aren't on this device. */
export function EvictionNotice() {
  const eviction = useEviction();
  const zone = useZone();
  if (!eviction) return null;
  return (
    <Notice
      actions={
        <Button variant="quiet" size="small" onClick={eviction.dismiss}>
          OK
        </Button>
      }
    >
      {`To save space, this device keeps only your signals since ${formatDate(eviction.since, zone)}. “Load older” in the history fetches the others.`}
    </Notice>
  );
}

function describeAccessChange(change: AccessChange): string {
  switch (change.kind) {
    case 'opened':
      return `Your dashboard is unlocked: ${TIER_NAMES[change.tier]}. Signals appear in the Signal Stream.`;
    case 'lowered':
      return `Our team has set your access to ${TIER_NAMES[change.tier]}. Signals of the higher tier were removed from this device.`;
    case 'closed':
      return 'Our team has revoked your access. The dashboard is locked, and the signals stored on this device were removed. If you think this is wrong, write to us.';
    case 'no longer staff':
      return 'You’re no longer a staff member, so the console is closed.';
  }
}

/** Also reports changes from before the page was opened. */
export function AccessNotice() {
  const change = useAccessChange();
  if (!change) return null;
  const isLoss = change.kind === 'closed' || change.kind === 'lowered';
  return (
    <Notice
      tone={change.kind === 'opened' ? 'information' : 'warning'}
      actions={
        <>
          {isLoss && (
            <LinkButton to={PATHS.support} size="small">
              Support Desk
            </LinkButton>
          )}
          <Button variant="quiet" size="small" onClick={dismissAccessChange}>
            Dismiss
          </Button>
        </>
      }
    >
      {describeAccessChange(change)}
    </Notice>
  );
}
