import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { TIER_NAMES } from '../parts/TierChip';
import { differences, wayBackTo } from './accessWords';
import type { AccessChange } from './useAccessChange';

/** What became of the last change, and the way back. */
export function OutcomeNotice({ access: { outcome, change, dismiss } }: { access: AccessChange }) {
  if (!outcome) return null;
  const name = <bdi>{outcome.before.fullName}</bdi>;
  const close = (
    <Button look="quiet" size="small" onClick={dismiss}>
      Dismiss
    </Button>
  );
  if (outcome.kind === 'failed')
    return (
      <Notice tone="error" actions={close}>
        {name} was not changed: {outcome.words}
      </Notice>
    );
  const { before, now } = outcome;
  if (outcome.kind === 'stale')
    return (
      <Notice tone="warning" actions={close}>
        Somebody has changed {name} in the meantime, so nothing was set: {differences(before, now)}.
        The row shows how it is now.
      </Notice>
    );
  const back = wayBackTo(before);
  return (
    <Notice
      actions={
        <>
          {back !== null && (
            <Button size="small" onClick={() => void change(now, back)}>
              Undo
            </Button>
          )}
          {close}
        </>
      }
    >
      {name} is {TIER_NAMES[now.tier]} now, {now.dashboardUnlocked ? 'unlocked' : 'locked'}.
    </Notice>
  );
}
