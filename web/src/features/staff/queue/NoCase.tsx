import { PATHS } from '@quantalgo/contracts';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { TextLink } from '../../../ui/Links';
import { Key } from '../parts/Key';
import { TIER_NAMES } from '../parts/TierChip';
import type { Decided, Review } from './useReview';

const Outcome = ({ decided }: { decided: Decided }) => (
  <p className="text-sm">
    <bdi className="font-semibold">{decided.user.fullName}</bdi>{' '}
    {decided.kind === 'approved' ? (
      <>is {TIER_NAMES[decided.tier]} now.</>
    ) : (
      <>
        was told: “<bdi>{decided.reason}</bdi>”
      </>
    )}{' '}
    <TextLink to={`${PATHS.staffUsers}?search=${encodeURIComponent(decided.user.email)}`}>
      See this user
    </TextLink>
  </p>
);

/** What stands where a proof would: what became of the last one, and the way to the next. */
export function NoCase({ review, waiting }: { review: Review; waiting: number | null }) {
  const online = useOnline();
  const { decided, isEmpty, doing, next } = review;
  const none = isEmpty || waiting === 0;
  const place = useRef<HTMLDivElement>(null);
  // What had the focus is gone with the proof.
  useEffect(() => {
    if (decided) place.current?.focus();
  }, [decided]);
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="grid min-h-64 content-center justify-items-center gap-4 p-6 text-center"
    >
      <div role="status" className="grid justify-items-center gap-3">
        {(decided || none) && <CircleCheck size={28} aria-hidden className="text-call" />}
        {decided && <Outcome decided={decided} />}
        {none && <p className="text-sm text-muted">No proof waits that nobody has taken.</p>}
      </div>
      <Button
        look="primary"
        aria-keyshortcuts="N"
        disabled={!online}
        doing={doing === 'taking' ? 'Taking…' : undefined}
        onClick={() => void next()}
      >
        {decided || none ? 'Take the next' : 'Take the oldest'} <Key>N</Key>
      </Button>
    </div>
  );
}
