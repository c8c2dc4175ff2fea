import { ShieldCheck } from 'lucide-react';

/** The number under which something was sealed; pressing it shows the proof. */
export const Seal = ({ number, onOpen }: { number: string; onOpen: () => void }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    onClick={onOpen}
    className="-ml-2 flex min-h-11 items-center gap-1.5 rounded-md px-2 text-xs whitespace-nowrap text-text tabular-nums hover:underline"
  >
    <ShieldCheck size={14} aria-hidden />
    Sealed #{number}
  </button>
);
