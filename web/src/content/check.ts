import { formatDate, formatTime } from '@quantalgo/contracts/core/format';
import { DAY_MS, formatIsoDay, type Zone } from '@quantalgo/contracts/core/time';
import type { SubmissionKind } from '@quantalgo/contracts/submissions/activation';

/** `12:04`, `12:04 tomorrow`, `12:04 yesterday`, `12:04 on 27 Nov 2026`. Times in epoch ms. */
export function formatNearby(at: number, now: number, zone: Zone): string {
  const time = formatTime(at, zone);
  const day = formatIsoDay(at, zone);
  if (day === formatIsoDay(now, zone)) return time;
  if (day === formatIsoDay(now + DAY_MS, zone)) return `${time} tomorrow`;
  if (day === formatIsoDay(now - DAY_MS, zone)) return `${time} yesterday`;
  return `${time} on ${formatDate(at, zone)}`;
}

export const SUBMISSION_NOUNS: Readonly<Record<SubmissionKind, string>> = {
  proof: 'Proof',
  setup: 'Account setup',
};

/** Times in epoch ms. */
interface Check {
  readonly submission: { readonly content: { readonly kind: SubmissionKind } };
  readonly since: number;
  readonly answerBy: number;
  readonly isLate: boolean;
}

export const formatCheckTitle = ({ submission, since }: Check, now: number, zone: Zone): string =>
  `${SUBMISSION_NOUNS[submission.content.kind]} in review since ${formatNearby(since, now, zone)}`;

export const describeCheck = (check: Check, now: number, zone: Zone): string =>
  `${formatCheckTitle(check, now, zone)}, ${
    check.isLate ? 'our answer is late' : `answer by ${formatNearby(check.answerBy, now, zone)}`
  }`;
