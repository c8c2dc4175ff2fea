import { PATHS } from '@quantalgo/contracts/core/paths';
import type { SettledSignal } from '@quantalgo/contracts/record/endpoints';
import { STATED_PAYOUT } from '@quantalgo/contracts/signals/payout';
import type { Direction, Outcome } from '@quantalgo/contracts/signals/signal';
import { RotateCcw, ShieldCheck } from 'lucide-react';
import { createElement, type ReactNode } from 'react';
import { Card } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { DirectionMark } from '../../ui/instruments/DirectionMark';
import { OutcomeChip } from '../../ui/instruments/Marks';
import { PLAIN_LINK } from './links';
import { liveAttribute } from './live/elements';
import { listShapes, type Shape } from './live/settledChart';
import {
  describeSettledSignal,
  formatRecord,
  type LastRecord,
  BREAK_EVEN_TEXT,
} from './live/recordText';

const Figure = ({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) => (
  // The number's row has its height before the number arrives, which is later in the document.
  <div className={`grid grid-rows-[2.75rem_auto] px-4 py-3 ${className}`}>
    <dt className="row-start-2 text-sm text-muted">{label}</dt>
    <dd
      translate="no"
      className="row-start-1 text-2xl font-semibold tracking-[-0.03em] tabular-nums"
    >
      {children}
    </dd>
  </div>
);

/** The page's script keeps it up to date. */
export function RecordPanel({ last }: { last: LastRecord | null }) {
  const words = formatRecord(last);
  return (
    <Card {...liveAttribute('record')} aria-labelledby="record-title">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-line-soft px-4">
        <h2 id="record-title" className="flex items-center gap-2.5 text-sm whitespace-nowrap">
          <ShieldCheck size={16} aria-hidden />
          The record
        </h2>
        <span
          {...liveAttribute('demonstration')}
          className="min-w-26"
          hidden={last?.record.performance.demonstration !== true}
        >
          <Chip tone="warning">Demonstration</Chip>
        </span>
      </header>
      <dl className="grid grid-cols-2">
        <Figure label="right, of 100 first entries">
          <span {...liveAttribute('first-entry')}>{words['first-entry']}</span>
        </Figure>
        <Figure
          label={`needed to earn at an ${100 * STATED_PAYOUT}% payout`}
          className="border-l border-line-soft"
        >
          <span className="text-amber">{BREAK_EVEN_TEXT}</span>
        </Figure>
      </dl>
      <div className="border-t border-line-soft px-4 pt-3 text-sm">
        {/* Each has the height of its longest sentence, so that a change shifts nothing below. */}
        <p
          {...liveAttribute('record-verdict')}
          className="min-h-10 max-[26rem]:min-h-15 max-[22rem]:min-h-20"
        >
          {words['record-verdict']}
        </p>
        <p {...liveAttribute('record-sealed')} className="min-h-10 text-muted max-[22rem]:min-h-15">
          {words['record-sealed']}
        </p>
        {/* On a phone the note always has a line of its own, however long it is. */}
        <p className="flex flex-wrap items-center gap-x-4 max-sm:pb-3">
          <a href={PATHS.verify} className={PLAIN_LINK}>
            Verify it yourself
          </a>
          <span
            {...liveAttribute('record-note')}
            translate="no"
            className="min-h-4 text-xs text-muted tabular-nums max-sm:basis-full"
          >
            {words['record-note']}
          </span>
        </p>
      </div>
    </Card>
  );
}

const DIRECTIONS = ['CALL', 'PUT'] as const satisfies readonly Direction[];

const OUTCOMES = ['profit', 'loss', 'break-even'] as const satisfies readonly Outcome[];

function SignalHeader({ signal }: { signal: SettledSignal | null }) {
  const words = signal && describeSettledSignal(signal);
  const isNoGo = signal?.entered === false;
  // Fixed sizes keep the header still while it arrives, and when a new signal replaces it.
  return (
    <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-2 px-4 pt-2">
      <h2 id="settled-title" className="flex flex-wrap items-center gap-x-2 text-lg tracking-tight">
        <span {...liveAttribute('signal-pair')} translate="no" className="min-w-22.5">
          {words?.pair ?? 'The last signal'}
        </span>
        {DIRECTIONS.map((direction) => (
          <span
            key={direction}
            {...liveAttribute(`signal-${direction}`)}
            hidden={signal?.sealed.direction !== direction}
            className="flex min-h-5"
          >
            <DirectionMark direction={direction} />
          </span>
        ))}
      </h2>
      <p translate="no" className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        <span {...liveAttribute('signal-level')} className="min-w-18 whitespace-nowrap">
          {words?.level}
        </span>
        <span className="grid min-w-17">
          {OUTCOMES.map((outcome) => (
            <span
              key={outcome}
              {...liveAttribute(`signal-${outcome}`)}
              hidden={isNoGo || signal?.settlement.outcome !== outcome}
              className="grid"
            >
              <OutcomeChip outcome={outcome} />
            </span>
          ))}
          <span {...liveAttribute('signal-no-go')} hidden={!isNoGo}>
            <Chip tone="flat">No-go</Chip>
          </span>
        </span>
      </p>
    </header>
  );
}

/** Px. The script redraws the chart in the screen's width. */
const CHART_SIZE = { width: 358, height: 152 } as const;

const REACT_NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  'stroke-width': 'strokeWidth',
  'stroke-dasharray': 'strokeDasharray',
  'text-anchor': 'textAnchor',
};

const toReact = ({ name, attributes, content }: Shape, key: number): ReactNode =>
  createElement(
    name,
    {
      key,
      ...Object.fromEntries(
        Object.entries(attributes).map(([attribute, value]) => [
          REACT_NAMES[attribute] ?? attribute,
          value,
        ]),
      ),
    },
    typeof content === 'string' ? content : content?.map(toReact),
  );

/** Twice the bars' heights in px. */
const PLACEHOLDER_BARS = [40, 52, 34, 60, 44, 30, 48, 56, 38, 50, 62, 46, 36] as const;

const Placeholder = () =>
  PLACEHOLDER_BARS.map((height, index) => (
    <rect
      key={index}
      x={16 + index * 26}
      y={106 - 4 * index - height / 2}
      width="10"
      height={height / 2}
      className="fill-line"
    />
  ));

const Chart = ({ signal }: { signal: SettledSignal | null }) => (
  <svg
    {...liveAttribute('chart')}
    aria-hidden="true"
    viewBox={`0 0 ${CHART_SIZE.width} ${CHART_SIZE.height}`}
    className="block h-38 w-full text-xs tabular-nums"
  >
    {(signal && listShapes(signal, CHART_SIZE.width, CHART_SIZE.height))?.map(toReact) ?? (
      <Placeholder />
    )}
  </svg>
);

/** The page's script keeps it up to date and replays it. */
export const SettledCard = ({ signal }: { signal: SettledSignal | null }) => {
  const words = signal && describeSettledSignal(signal);
  return (
    <Card {...liveAttribute('signal')} aria-labelledby="settled-title">
      <SignalHeader signal={signal} />
      <p className="sr-only" {...liveAttribute('signal-words')} translate="no">
        {words?.spoken}
      </p>
      <Chart signal={signal} />
      <footer className="flex min-h-14 items-center justify-between gap-x-3 rounded-b-lg border-t border-line-soft py-1 pr-1 pl-4 text-sm">
        <p className="min-h-9">
          <span className="block text-muted">The last settled signal, won or lost</span>
          <span
            {...liveAttribute('signal-when')}
            translate="no"
            className="block min-h-4 text-xs text-faint tabular-nums"
          >
            {words?.when}
          </span>
        </p>
        <button
          type="button"
          {...liveAttribute('replay')}
          hidden
          className="flex min-h-11 shrink-0 items-center gap-1.5 rounded-md px-3 font-semibold hover:bg-sunk"
        >
          <RotateCcw size={16} aria-hidden />
          Replay
        </button>
      </footer>
    </Card>
  );
};
