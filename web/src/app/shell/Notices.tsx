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
      {`Your device’s clock is ${formatRoughDuration(error)} ${error > 0 ? 'ahead' : 'behind'}. The app uses our server’s time.`}
    </Notice>
  );
}

function StorageNotice() {
  if (useStoragePersisted()) return null;
  return (
    <Notice tone="warning">
      This browser isn’t saving any data, perhaps because this is a private window. Everything
      works, but your history will be lost when you close the page.
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
      {`To save space, this device keeps only your signals since ${formatDate(eviction.since, zone)}. To see older ones, press “Load older” in Signal history.`}
    </Notice>
  );
}

function describeAccessChange(change: AccessChange): string {
  switch (change.kind) {
    case 'opened':
      return `Your dashboard is unlocked with ${TIER_NAMES[change.tier]} access. Signals appear in the Signal Stream.`;
    case 'lowered':
      return `Our team changed your access to ${TIER_NAMES[change.tier]}. Signals from the higher tier were removed from this device.`;
    case 'closed':
      return 'Our team has revoked your access. The dashboard is locked, and the signals stored on this device were removed. If you think this is a mistake, contact support.';
    case 'no longer staff':
      return 'You’re no longer a staff member, so you can’t open the staff console.';
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
