import type { Direction, Outcome } from '@quantalgo/contracts';
import { RotateCcw, ShieldCheck } from 'lucide-react';
import { Card } from '../../../ui/Card';
import { DirectionMark } from '../../../ui/instruments/DirectionMark';
import { OutcomeChip } from '../../../ui/instruments/OutcomeChip';
import { live } from '../live/names';

const DIRECTIONS = ['CALL', 'PUT'] as const satisfies readonly Direction[];
const OUTCOMES = ['profit', 'loss', 'break-even'] as const satisfies readonly Outcome[];

const Head = () => (
  <header className="flex items-end justify-between gap-3 px-4 pt-3.5">
    <div>
      <p className="min-h-4 text-xs font-semibold tracking-wide text-muted uppercase">
        Settled <span {...live('signal-at')} />
      </p>
      <h2 id="settled-title" className="flex min-h-8 items-center gap-3 text-xl tracking-tight">
        <span {...live('signal-pair')}>Latest signal</span>
        {DIRECTIONS.map((direction) => (
          <span key={direction} {...live(`signal-${direction}`)} hidden className="flex">
            <DirectionMark direction={direction} />
          </span>
        ))}
      </h2>
    </div>
    <p className="flex items-center gap-2.5 pb-1 text-xs text-faint">
      <span {...live('signal-level')} />
      {OUTCOMES.map((outcome) => (
        <span key={outcome} {...live(`signal-${outcome}`)} hidden>
          <OutcomeChip outcome={outcome} />
        </span>
      ))}
    </p>
  </header>
);

/** The signal that was settled last, won or lost, replayed on its candles. The page's script draws it. */
export const SettledCard = ({ className }: { className: string }) => (
  <Card {...live('signal')} aria-labelledby="settled-title" className={className}>
    <Head />
    <p className="sr-only" {...live('signal-words')} />
    <svg {...live('chart')} aria-hidden="true" className="block h-44 w-full text-xs tabular-nums" />
    <footer className="flex min-h-11 items-center justify-between gap-3 rounded-b-lg border-t border-line-soft bg-sunk pr-1 pl-4 text-xs tabular-nums">
      <p className="flex items-center gap-1.5">
        <ShieldCheck size={14} aria-hidden className="shrink-0" />
        <span {...live('signal-sealed')}>Sealed before its outcome</span>
        <span className="text-faint max-sm:hidden" {...live('signal-number')} />
      </p>
      <button
        type="button"
        {...live('replay')}
        hidden
        className="flex min-h-11 items-center gap-1.5 rounded-md px-3 font-semibold text-muted hover:text-text"
      >
        <RotateCcw size={14} aria-hidden />
        Replay
      </button>
    </footer>
  </Card>
);
