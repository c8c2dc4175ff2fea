import {
  formatCount,
  formatExactTime,
  formatZonedClock,
  formatZonedTime,
} from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import type { Zone } from '@quantalgo/contracts/core/time';
import { type LedgerEntry, ledgerEntrySchema } from '@quantalgo/contracts/record/ledger/entry';
import type { Checkpoint } from '@quantalgo/contracts/record/log/checkpoint';
import { isDemonstration, type Signal, getEntryTime } from '@quantalgo/contracts/signals/signal';
import { SOURCE_TEXT, formatStrategy } from '@quantalgo/contracts/signals/words';
import { X } from 'lucide-react';
import { useState } from 'react';
import { LogRefusalError, fetchCheckpoint, fetchProvenEntry } from '../../data/record/log';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Notice, type NoticeTone } from '../../ui/Notice';
import { useZone } from '../../core/zone';
import { computeCommitment, useCommitment } from './commitment';

export interface SealDialogProps {
  readonly signal: ReceivedSignal;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Makes no network request until the member runs the check. */
export default function SealDialog({ signal, open, onClose }: SealDialogProps) {
  const title = `Sealed #${formatCount(signal.ledgerSeq)}`;
  return (
    <Dialog open={open} onClose={onClose} label={title}>
      <header className="flex items-center justify-between border-b border-line-soft py-1 pr-1 pl-5">
        <h2 className="text-base tabular-nums">{title}</h2>
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="grid size-11 place-content-center rounded-lg text-muted hover:text-text"
        >
          <X size={20} aria-hidden />
        </button>
      </header>
      <SealProof signal={signal} />
    </Dialog>
  );
}

const SEALED_TEXT =
  'Before its outcome could be known, a fingerprint of this signal went into the public ledger. It is a leaf of a Merkle tree whose root is signed, so it can’t be changed afterwards without changing the root.';

const SEEDED_TEXT =
  'This signal is part of a local stack’s sample history. It was made afterwards and proves nothing. Its ledger works like the real one.';

function getSealFacts(
  signal: ReceivedSignal,
  commitment: string | null,
  zone: Zone,
): [string, string][] {
  const { publishedAt, source } = signal;
  return [
    ['Ledger entry', `#${formatCount(signal.ledgerSeq)}`],
    ['Sealed', formatExactTime(publishedAt, zone)],
    ['Fingerprint', commitment ?? 'This browser can’t compute it'],
    ['Strategy', formatStrategy(signal.strategy)],
    ['Why', signal.reasons.map((reason) => `${reason}.`).join(' ') || 'Not stated'],
    ['Calibration', signal.calibration],
    ['Prices', `${isDemonstration(source) ? 'Demonstration, ' : ''}${SOURCE_TEXT[source]}`],
  ];
}

function SealProof({ signal }: { signal: ReceivedSignal }) {
  const commitment = useCommitment(signal);
  const { check, run } = useSealCheck(signal);
  const zone = useZone();
  const notice = describeCheck(signal, check, zone);
  return (
    <div className="grid gap-4 p-5 text-sm">
      <p className="text-muted">{signal.seeded ? SEEDED_TEXT : SEALED_TEXT}</p>
      <dl className="grid gap-2">
        {getSealFacts(signal, commitment, zone).map(([name, value]) => (
          <div key={name} className="grid grid-cols-[6rem_1fr] gap-3">
            <dt className="text-muted">{name}</dt>
            <dd translate="no" className="min-w-0 wrap-anywhere tabular-nums">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {notice && <Notice tone={notice.tone}>{notice.text}</Notice>}
      <Button onClick={run} busyLabel={check.state === 'checking' ? 'Checking…' : undefined}>
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

type CheckNotice = { readonly tone: NoticeTone; readonly text: string };

const formatEntryNumber = (signal: Signal) => `#${formatCount(signal.ledgerSeq)}`;

function describeSealVerdict(
  signal: Signal,
  check: Extract<SealCheck, { state: 'checked' }>,
  zone: Zone,
): CheckNotice {
  const { verdict } = check;
  if (verdict.name === 'absent')
    return {
      tone: 'error',
      text: `Entry ${formatEntryNumber(signal)} of the public ledger doesn’t exist or isn’t for this signal.`,
    };
  if (verdict.name === 'differs')
    return {
      tone: 'error',
      text: `Entry ${formatEntryNumber(signal)} of the public ledger has a different fingerprint: this signal is not what was sealed.`,
    };
  const side = verdict.sealedAt < getEntryTime(signal) ? 'before' : 'after';
  return {
    tone: 'information',
    text: `Checked: the fingerprint computed on this device matches entry ${formatEntryNumber(signal)} of the public ledger, sealed at ${formatZonedClock(verdict.sealedAt, zone)}, ${side} the signal’s entry at ${formatZonedTime(getEntryTime(signal), zone)}.`,
  };
}

function describeCheck(signal: Signal, check: SealCheck, zone: Zone): CheckNotice | null {
  switch (check.state) {
    case 'idle':
    case 'checking':
      return null;
    case 'offline':
      return {
        tone: 'warning',
        text: 'The ledger can’t be reached, so nothing was compared. The fingerprint above was computed on this device.',
      };
    case 'refused':
      return { tone: 'warning', text: `Nothing was compared: ${check.message}` };
    case 'checked':
      return describeSealVerdict(signal, check, zone);
  }
}

type SealCheck =
  | { readonly state: 'idle' | 'checking' | 'offline' }
  | { readonly state: 'refused'; readonly message: string }
  | { readonly state: 'checked'; readonly verdict: SealVerdict };

/** A cached checkpoint may be too old to include the entry. */
async function readCheckpointWith(seq: number): Promise<Checkpoint> {
  const cached = await fetchCheckpoint();
  const checkpoint = cached.size > seq ? cached : await fetchCheckpoint({ cache: 'reload' });
  if (checkpoint.size > seq) return checkpoint;
  throw new LogRefusalError('The public ledger has not reached this entry yet');
}

async function runCheck(signal: Signal): Promise<SealCheck> {
  try {
    const checkpoint = await readCheckpointWith(signal.ledgerSeq);
    const text = await fetchProvenEntry(signal.ledgerSeq, checkpoint);
    const entry = text === null ? undefined : ledgerEntrySchema.safeParse(JSON.parse(text)).data;
    return { state: 'checked', verdict: await checkSeal(signal, entry) };
  } catch (error) {
    if (error instanceof LogRefusalError) return { state: 'refused', message: error.message };
    return { state: 'offline' };
  }
}

function useSealCheck(signal: Signal): { check: SealCheck; run: () => void } {
  const [result, setResult] = useState<SealCheck>({ state: 'idle' });
  const run = () => {
    setResult({ state: 'checking' });
    void runCheck(signal).then(setResult);
  };
  return { check: result, run };
}

/** `absent`: the ledger has no entry for the signal under its number. */
type SealVerdict =
  | { readonly name: 'matches' | 'differs'; readonly published: string; readonly sealedAt: number }
  | { readonly name: 'absent' };

/** @param entry the ledger's entry with the signal's number; undefined if none is proved */
export async function checkSeal(
  signal: Signal,
  entry: LedgerEntry | undefined,
): Promise<SealVerdict> {
  if (entry?.type !== 'publication' || entry.seq !== signal.ledgerSeq || entry.slot !== signal.id)
    return { name: 'absent' };
  const name = entry.commitment === (await computeCommitment(signal)) ? 'matches' : 'differs';
  return { name, published: entry.commitment, sealedAt: Date.parse(entry.at) };
}
