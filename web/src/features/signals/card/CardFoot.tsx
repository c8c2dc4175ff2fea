import { watTime } from '@quantalgo/contracts';
import { useState } from 'react';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { Seal } from '../../../ui/instruments/Marks';
import { SealDialog } from '../seal/SealDialog';
import { useCommitment } from '../seal/useCommitment';
import { countText, delayText, watText } from '../words';

/** The facts of proof: seal, number, fingerprint, delay, and how long the signal is valid. */
export function CardFoot({ signal }: { signal: ReceivedSignal }) {
  const [open, setOpen] = useState(false);
  const commitment = useCommitment(signal);
  return (
    <div className="flex flex-col gap-x-4 border-t border-line-soft bg-sunk px-4 text-xs text-muted @md:flex-row @md:items-center @md:justify-between">
      <div className="flex items-center tabular-nums">
        <Seal number={countText(signal.ledgerSeq)} onOpen={() => setOpen(true)} />
        <span className="hidden pr-1 text-faint @lg:inline">
          {commitment && `${commitment.slice(0, 4)}…${commitment.slice(-4)}`}
        </span>
        {signal.live && (
          <span className="text-faint">
            · here in {delayText(signal.publishedAt, signal.receivedAt)}
          </span>
        )}
      </div>
      <p className="-mt-1.5 pb-3 tabular-nums @md:mt-0 @md:py-3">
        Created {watTime(signal.createdAt)} · Valid until {watText(signal.expiresAt)}
      </p>
      <SealDialog signal={signal} open={open} onClose={() => setOpen(false)} />
    </div>
  );
}
