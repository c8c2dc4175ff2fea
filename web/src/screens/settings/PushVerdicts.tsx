import { WEEK_MS } from '@quantalgo/contracts/core/time';
import { formatCount } from '@quantalgo/contracts/core/format';
import type { PushDevice } from '@quantalgo/contracts/push/push';
import { type VerdictName, getVerdict, VERDICTS } from '@quantalgo/contracts/signals/verdict';
import { VERDICT_TEXT } from '@quantalgo/contracts/signals/verdictText';
import { getPairPayout, type Payouts } from '@quantalgo/contracts/signals/payout';
import { useMemo, useState } from 'react';
import { usePayouts } from '../../data/settings/payout';
import { serverNow } from '../../data/core/clock';
import { getFirstEntryTime, type SignalDigest, useDigests } from '../../data/signals/useDigests';
import { Button } from '../../ui/Button';

type Counts = Readonly<Record<VerdictName, number>>;

/** `now` in epoch ms. */
export function countVerdictsLastWeek(
  digests: readonly SignalDigest[],
  payouts: Payouts,
  now: number,
): Counts {
  const counts: Record<VerdictName, number> = { pays: 0, unclear: 0, paper: 0 };
  for (const digest of digests) {
    if (getFirstEntryTime(digest) < now - WEEK_MS) continue;
    counts[getVerdict(digest, getPairPayout(payouts, digest.pair)).name] += 1;
  }
  return counts;
}

const MEANINGS: Readonly<Record<VerdictName, string>> = {
  pays: 'Our figures put it above what your payout requires.',
  unclear: 'Too few results to tell. Comes without sound.',
  paper: 'By our own figures it loses. Comes without sound.',
};

/** Default on new devices, because a signal that isn't known to pay shouldn't interrupt anybody. */
const DEFAULT_VERDICTS: readonly VerdictName[] = ['pays'];

const toggleVerdict = (
  chosen: readonly VerdictName[],
  target: VerdictName,
  on: boolean,
): VerdictName[] =>
  VERDICTS.filter((verdict) => (verdict === target ? on : chosen.includes(verdict)));

function Verdicts({
  chosen,
  onToggle,
}: {
  chosen: readonly VerdictName[];
  onToggle: (verdict: VerdictName, on: boolean) => void;
}) {
  const digests = useDigests();
  const payouts = usePayouts();
  const counts = useMemo(
    () => digests && countVerdictsLastWeek(digests, payouts, serverNow()),
    [digests, payouts],
  );
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Signals to send</legend>
      <div className="divide-y divide-line-soft">
        {VERDICTS.map((verdict) => (
          <label key={verdict} className="flex min-h-14 cursor-pointer items-center gap-3 py-2">
            <input
              type="checkbox"
              checked={chosen.includes(verdict)}
              onChange={({ target }) => onToggle(verdict, target.checked)}
              className="size-5 shrink-0 accent-text"
            />
            <span className="grid flex-1 gap-0.5">
              <span className="text-sm font-semibold">{VERDICT_TEXT[verdict]}</span>
              <span className="text-sm text-pretty text-muted">{MEANINGS[verdict]}</span>
            </span>
            <span className="shrink-0 text-right text-xs text-muted tabular-nums">
              {counts ? `${formatCount(counts[verdict])} in the past week` : ''}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Asks which verdicts to send. All are sent until the member chooses. */
export function PushVerdicts({
  device: { verdicts },
  onChange,
}: {
  device: Pick<PushDevice, 'verdicts'>;
  onChange: (change: (verdicts: readonly VerdictName[]) => VerdictName[]) => void;
}) {
  const [answer, setAnswer] = useState<readonly VerdictName[]>(DEFAULT_VERDICTS);
  if (verdicts !== null)
    return (
      <Verdicts
        chosen={verdicts}
        onToggle={(verdict, on) => onChange((current) => toggleVerdict(current, verdict, on))}
      />
    );
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-sunk p-4">
      <p className="text-sm font-semibold">Which signals should reach this device?</p>
      <p className="text-sm text-pretty text-muted">
        Each signal says whether it pays at your payout. Until you choose, all signals are sent.
      </p>
      <Verdicts
        chosen={answer}
        onToggle={(verdict, on) => setAnswer(toggleVerdict(answer, verdict, on))}
      />
      <div className="grid sm:justify-start">
        <Button variant="primary" size="small" onClick={() => onChange(() => [...answer])}>
          {answer.length === 0 ? 'Send none' : 'Send these'}
        </Button>
      </div>
    </div>
  );
}
