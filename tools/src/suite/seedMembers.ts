import { Timestamp } from 'firebase-admin/firestore';
import { getDecisionBucket, FUNNEL_WEEKS } from '@quantalgo/contracts/console/memberWeeks';
import { HOUR_MS, WAT } from '@quantalgo/contracts/core/time';
import { addWeeks, formatIsoWeek } from '@quantalgo/contracts/journal/weeks';
import type { Write } from '@quantalgo/functions/platform/record/ledger';

/** Made-up counts for past weeks. Marked as demonstration, so the nightly count skips them. */
export function buildMemberWeekWrites(now: number): Write[] {
  const current = formatIsoWeek(now, WAT);
  return Array.from({ length: FUNNEL_WEEKS - 1 }, (_, index): Write => {
    const age = FUNNEL_WEEKS - 1 - index;
    const opened = 180 + 23 * index + ((index * 37) % 50);
    const confirmed = Math.round(opened * 0.31);
    const approved = Math.round(opened * 0.11);
    const data = {
      opened,
      signedUp: Math.round(opened * 0.42),
      confirmed,
      brokerLinked: Math.round(opened * 0.19),
      proofSent: Math.round(opened * 0.14),
      approved,
      ...(age > 2 ? { activeAfter7: Math.round(confirmed * 0.58) } : {}),
      ...(age > 5 ? { activeAfter28: Math.round(confirmed * 0.36) } : {}),
      decisions: {
        [getDecisionBucket(HOUR_MS / 2)]: Math.floor(approved / 3),
        [getDecisionBucket((2 + (index % 4)) * HOUR_MS)]: approved,
      },
      countedAt: Timestamp.fromMillis(now),
      demonstration: true,
    };
    return { path: `memberWeeks/${addWeeks(current, -age)}`, data, once: false };
  });
}
