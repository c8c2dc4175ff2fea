import { X } from 'lucide-react';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { Dialog } from '../../../ui/Dialog';
import { countText } from '../words';
import { SealProof } from './SealProof';

/** What was sealed, and the means to check it. Opening it asks nothing of the network. */
export function SealDialog({
  signal,
  open,
  onClose,
}: {
  signal: ReceivedSignal;
  open: boolean;
  onClose: () => void;
}) {
  const title = `Sealed #${countText(signal.ledgerSeq)}`;
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
