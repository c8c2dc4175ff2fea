import { isDemonstration, PATHS, utcTime, watClock, watDate } from '@quantalgo/contracts';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { countText, SOURCE_WORDS, strategyName } from '../words';
import { useCommitment } from './useCommitment';
import { useSealCheck } from './useSealCheck';
import { checkWords } from './verdictWords';

const SEALED =
  'Before its outcome could be known, a fingerprint of this signal went into the public ledger. Each entry there hashes the one before, so none can be changed afterwards without breaking all that follow.';
const SEEDED =
  'This signal is part of the history that a local stack starts with: it was made afterwards and proves nothing. Its ledger works as the real one does.';

function entryOf(signal: ReceivedSignal, commitment: string | null): [string, string][] {
  const { publishedAt, source } = signal;
  return [
    ['Ledger entry', `#${countText(signal.ledgerSeq)}`],
    ['Sealed', `${watDate(publishedAt)}, ${watClock(publishedAt)} WAT (${utcTime(publishedAt)})`],
    ['Fingerprint', commitment ?? 'This browser can’t compute it'],
    ['Strategy', strategyName(signal.strategy)],
    ['Why', signal.reasons.map((reason) => `${reason}.`).join(' ') || 'Not stated'],
    ['Calibration', signal.calibration],
    ['Prices', `${isDemonstration(source) ? 'Demonstration, ' : ''}${SOURCE_WORDS[source]}`],
  ];
}

/** The sealed entry, explained, with a button that compares it with the public ledger. */
export function SealProof({ signal }: { signal: ReceivedSignal }) {
  const commitment = useCommitment(signal);
  const { check, run } = useSealCheck(signal);
  const said = checkWords(signal, check);
  return (
    <div className="grid gap-4 p-5 text-sm">
      <p className="text-muted">{signal.seeded ? SEEDED : SEALED}</p>
      <dl className="grid gap-2">
        {entryOf(signal, commitment).map(([name, value]) => (
          <div key={name} className="grid grid-cols-[6rem_1fr] gap-3">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {said && <Notice tone={said.tone}>{said.text}</Notice>}
      <Button onClick={run} doing={check.state === 'checking' ? 'Checking…' : undefined}>
        Check against the ledger
      </Button>
      <p>
        <a
          href={PATHS.verify}
          className="inline-flex min-h-11 items-center font-semibold underline decoration-line underline-offset-4 hover:decoration-current"
        >
          Verify the whole record
        </a>
      </p>
    </div>
  );
}
