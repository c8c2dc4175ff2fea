import {
  GRANTABLE_TIERS,
  type GrantableTier,
  hasHigherTier,
  TIER_NAMES,
} from '@quantalgo/contracts/access/access';
import { suggestTier } from '@quantalgo/contracts/broker/account';
import { formatMinutesSeconds } from '@quantalgo/contracts/core/durations';
import { MAX_WARNINGS } from '@quantalgo/contracts/submissions/reviewEndpoints';
import { useState } from 'react';
import { useMember } from '../../../data/auth/currentSession';
import { useNow } from '../../../data/core/clock';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { Key, useShortcuts } from '../Shortcuts';
import type { Case, ReviewKind } from './kinds';
import { RejectDialog } from './RejectDialog';
import type { Review } from './useReview';
import { findOpenWarnings, type Warning } from './warnings';

const SHORTCUT_KEYS: Readonly<Record<GrantableTier, string>> = { starter: 'S', essential: 'E' };

interface DecisionBarProps {
  readonly kind: ReviewKind;
  readonly reviewCase: Case;
  readonly review: Review;
  readonly warnings: readonly Warning[];
  readonly answeredKeys: ReadonlySet<string>;
  /** Single-key shortcuts are on. */
  readonly shortcuts: boolean;
}

const toTexts = (warnings: readonly Warning[]) =>
  [...new Set(warnings.map(({ text }) => text))].slice(0, MAX_WARNINGS);

/**
 * Stays in view while the case scrolls. While warnings are open, approving a tier needs a second
 * press, and no tier is highlighted.
 */
export function DecisionBar(props: DecisionBarProps) {
  const { kind, reviewCase, review, warnings, answeredKeys, shortcuts } = props;
  const online = useOnline();
  const ownId = useMember()?.id;
  const [isRejecting, setRejecting] = useState(false);
  const [pressedTier, setPressedTier] = useState<GrantableTier | null>(null);
  const { user, broker, submission } = reviewCase;
  const isOwn = user.id === ownId;
  const isDisabled = !online || review.isTaking || isOwn || submission.state !== 'waiting';
  const isTierDisabled = (tier: GrantableTier) => isDisabled || hasHigherTier(user, tier);
  const findOpen = (tier: GrantableTier) => findOpenWarnings(warnings, answeredKeys, tier);
  const approve = (tier: GrantableTier) => {
    if (isTierDisabled(tier)) return;
    const open = findOpen(tier);
    if (open.length > 0 && pressedTier !== tier) return setPressedTier(tier);
    const answeredWarnings = warnings.filter(({ key }) => answeredKeys.has(key));
    review.approve({ tier, answered: toTexts(answeredWarnings), overridden: toTexts(open) });
  };
  const reject = () => {
    if (!isDisabled) setRejecting(true);
  };
  useShortcuts(
    {
      s: () => approve('starter'),
      e: () => approve('essential'),
      r: reject,
      n: review.skip,
    },
    shortcuts,
  );
  const openCount = warnings.filter(({ key }) => !answeredKeys.has(key)).length;
  const suggestedTier = openCount === 0 ? suggestTier(broker) : null;
  const formatLabel = (tier: GrantableTier) => {
    if (pressedTier === tier && findOpen(tier).length > 0) return 'Press again to approve';
    const verb = findOpen(tier).length > 0 ? 'Approve anyway as' : 'Approve as';
    return `${verb} ${TIER_NAMES[tier]}`;
  };
  return (
    <div className="sticky bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-10 -mx-4 -mb-4 grid grid-cols-2 items-stretch gap-2 border-t border-line bg-raised px-4 py-3 lg:bottom-0 lg:flex lg:flex-wrap lg:items-center xl:col-span-2">
      <p role="status" className="mr-auto min-w-40 text-sm max-lg:col-span-2">
        {submission.state === 'waiting' ? (
          <BarText kind={kind} reviewCase={reviewCase} isOwn={isOwn} openCount={openCount} />
        ) : (
          <span className="text-muted">{`This ${kind.noun} is already ${submission.state}.`}</span>
        )}
      </p>
      <Button
        size="small"
        aria-keyshortcuts="N"
        disabled={!online || review.isTaking}
        onClick={review.skip}
      >
        <span>Skip</span> <Key>N</Key>
      </Button>
      {submission.state === 'waiting' && (
        <>
          <Button
            size="small"
            variant="danger"
            aria-keyshortcuts="R"
            disabled={isDisabled}
            onClick={reject}
          >
            <span>Reject with a reason</span> <Key>R</Key>
          </Button>
          {GRANTABLE_TIERS.map((tier) => (
            <Button
              key={tier}
              size="small"
              variant={suggestedTier === tier ? 'primary' : 'secondary'}
              aria-keyshortcuts={SHORTCUT_KEYS[tier]}
              disabled={isTierDisabled(tier)}
              title={
                isTierDisabled(tier) && !isDisabled ? 'This member has a higher tier' : undefined
              }
              isTwoStep
              onClick={() => approve(tier)}
            >
              <span>{formatLabel(tier)}</span> <Key>{SHORTCUT_KEYS[tier]}</Key>
            </Button>
          ))}
        </>
      )}
      <RejectDialog
        open={isRejecting}
        title={`Reject ${user.fullName}’s ${kind.noun}`}
        reasons={kind.reasons}
        onReject={review.reject}
        onClose={() => setRejecting(false)}
      />
    </div>
  );
}

function BarText({
  kind,
  reviewCase: { submission },
  isOwn,
  openCount,
}: Pick<DecisionBarProps, 'kind' | 'reviewCase'> & { isOwn: boolean; openCount: number }) {
  if (isOwn) return <span className="text-muted">{`You can’t review your own ${kind.noun}.`}</span>;
  return (
    <>
      {openCount > 0 && (
        <span className="block font-semibold">
          {openCount === 1 ? '1 warning open' : `${openCount} warnings open`}
        </span>
      )}
      {submission.claim && <ClaimTimer until={submission.claim.until} />}
    </>
  );
}

function ClaimTimer({ until }: { until: string }) {
  const remainingMs = Date.parse(until) - useNow();
  return (
    <span className="block text-muted tabular-nums">
      {remainingMs > 0 ? (
        <>
          <span>Reserved for you for</span>{' '}
          <span translate="no">{formatMinutesSeconds(remainingMs)}</span>
        </>
      ) : (
        'No longer reserved for you. Someone else may review it.'
      )}
    </span>
  );
}
