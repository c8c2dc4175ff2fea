import type { Direction, Outcome } from '@quantalgo/contracts';
import { RotateCcw, ShieldCheck } from 'lucide-react';
import { Card } from '../../../ui/Card';
import { DirectionMark, OutcomeChip } from '../../../ui/instruments/Marks';
import { live } from '../live/names';

const DIRECTIONS = ['CALL', 'PUT'] as const satisfies readonly Direction[];
const OUTCOMES = ['profit', 'loss', 'break-even'] as const satisfies readonly Outcome[];

const Head = () => (
  <header className="flex flex-wrap items-end justify-between gap-x-3 px-4 pt-3.5">
    <div>
      <p className="min-h-4 text-xs font-semibold tracking-wide text-muted uppercase">
        Settled <span {...live('signal-at')} />
      </p>
      <h2
        id="settled-title"
        className="flex min-h-8 flex-wrap items-center gap-x-3 text-xl tracking-tight"
      >
        <span {...live('signal-pair')}>Latest signal</span>
        {DIRECTIONS.map((direction) => (
          <span key={direction} {...live(`signal-${direction}`)} hidden className="flex">
            <DirectionMark direction={direction} />
          </span>
        ))}
      </h2>
    </div>
    <p className="flex flex-wrap items-center gap-x-2.5 pb-1 text-xs text-faint">
      <span {...live('signal-level')} className="whitespace-nowrap max-[23rem]:hidden" />
      {OUTCOMES.map((outcome) => (
        <span key={outcome} {...live(`signal-${outcome}`)} hidden>
          <OutcomeChip outcome={outcome} />
        </span>
      ))}
    </p>
  </header>
);

/** Heights and places (px) of the bars that keep the chart's place until there is one. */
const BARS = [40, 52, 34, 60, 44, 30, 48, 56, 38, 50, 62, 46, 36] as const;

const Chart = () => (
  <svg
    {...live('chart')}
    aria-hidden="true"
    viewBox="0 0 494 176"
    preserveAspectRatio="xMinYMid slice"
    className="block h-44 w-full text-xs tabular-nums"
  >
    {BARS.map((height, index) => (
      <rect
        key={index}
        x={16 + index * 30}
        y={124 - 4 * index - height / 2}
        width="10"
        height={height / 2}
        className="fill-line"
      />
    ))}
  </svg>
);

/** The signal that was settled last, won or lost, replayed on its candles. The page's script draws it. */
export const SettledCard = ({ className }: { className: string }) => (
  <Card {...live('signal')} aria-labelledby="settled-title" className={className}>
    <Head />
    <p className="sr-only" {...live('signal-words')} />
    <Chart />
    <footer className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 rounded-b-lg border-t border-line-soft bg-sunk pr-1 pl-4 text-xs tabular-nums">
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
