import { PATHS } from '@quantalgo/contracts';
import {
  dismissAccessChange,
  useAccessChange,
  type AccessChange,
} from '../../data/session/accessChange';
import { Button } from '../../ui/Button';
import { LinkButton } from '../../ui/LinkButton';
import { Notice } from '../../ui/Notice';

const TIER_NAMES = { guest: 'Guest', starter: 'Starter', essential: 'Essential' } as const;

function wordsFor(change: AccessChange): string {
  switch (change.kind) {
    case 'opened':
      return `Your access is open now: ${TIER_NAMES[change.tier]}. Signals arrive in the Signal Stream.`;
    case 'lowered':
      return `Our team has set your access to ${TIER_NAMES[change.tier]}. Signals of the higher tier are removed from this device.`;
    case 'closed':
      return 'Our team has taken your access back. The dashboard is locked, and the signals that this device had kept are removed. If you think that this is wrong, write to us.';
    case 'no longer staff':
      return 'You are no longer one of the staff: the console is closed to you.';
  }
}

/** Says that the member's access has changed while the page was open, or while they were away. */
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
          <Button look="quiet" size="small" onClick={dismissAccessChange}>
            Dismiss
          </Button>
        </>
      }
    >
      {wordsFor(change)}
    </Notice>
  );
}
