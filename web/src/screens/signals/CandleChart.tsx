import { timeText } from '@quantalgo/contracts/core/format';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Zone } from '@quantalgo/contracts/core/time';
import { formatPrice, type Pair, pairLabel } from '@quantalgo/contracts/market/pairs';
import type { RecordCandle, Settlement } from '@quantalgo/contracts/signals/signal';
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useChart } from '../../data/signals/signalDetails';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { AsTable, figures } from '../../ui/AsTable';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { ExternalLink } from '../../ui/Links';
import { type PlayedLevel, settledLevels } from './levels';
import { useZone } from '../../core/zone';

const SAID = {
  reading: 'Reading the candles.',
  none: 'No candles were stored for this signal.',
  failed: 'The candles can’t be fetched at the moment.',
} as const;

/** Whether the element has been visible. */
function useSeen(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return seen;
}

/** The candles around a settled signal, with its entries and exits: fetched and drawn once visible. */
export function CandlesPanel({
  signal,
  settlement,
}: {
  signal: ReceivedSignal;
  settlement: Settlement;
}) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const zone = useZone();
  const { chart, load } = useChart(signal.id);
  useEffect(() => {
    if (seen) load();
  }, [seen, load]);
  const stored = chart.state === 'here' ? chart.candles : null;
  const candles = useMemo(
    () => stored && markedCandles(stored, settledLevels(signal, settlement)),
    [stored, signal, settlement],
  );
  return (
    <Panel
      title={`${pairLabel(signal.pair)}, five minutes`}
      aside={
        <span className="text-xs text-muted">{`times in ${zone.label(signal.createdAt)}`}</span>
      }
    >
      <div ref={place} className="h-64 px-2 pb-2 lg:h-72">
        {candles && seen && <Plot pair={signal.pair} candles={candles} zone={zone} />}
        {chart.state !== 'here' && (
          <div className="flex items-center gap-3 px-2 text-sm text-muted">
            <p role="status">{SAID[chart.state]}</p>
            {chart.state === 'failed' && (
              <Button size="small" onClick={load}>
                Try again
              </Button>
            )}
          </div>
        )}
      </div>
      {candles && <CandleTable pair={signal.pair} candles={candles} zone={zone} />}
      <p className="border-t border-line-soft bg-sunk px-4 py-2 text-xs text-muted">
        E0 and X0: entry and exit of level 0. Drawn with Lightweight Charts™ by{' '}
        <ExternalLink
          href="https://www.tradingview.com/"
          className="font-semibold text-text underline"
        >
          TradingView
        </ExternalLink>
      </p>
    </Panel>
  );
}

const DARK = '(prefers-color-scheme: dark)';

/** A value that changes with the theme: a canvas needs its colours passed. */
function useTheme(): string {
  return useSyncExternalStore(
    (onChange) => {
      const system = matchMedia(DARK);
      const chosen = new MutationObserver(onChange);
      system.addEventListener('change', onChange);
      chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
      return () => {
        system.removeEventListener('change', onChange);
        chosen.disconnect();
      };
    },
    () => `${document.documentElement.dataset['theme'] ?? ''} ${matchMedia(DARK).matches}`,
  );
}

/** The candles as a chart; its library is loaded on demand. */
function Plot({ pair, candles, zone }: Drawn) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let remove: (() => void) | undefined;
    let current = true;
    import('./drawCandles').then(
      ({ drawCandles }) => {
        if (current && place.current) remove = drawCandles(place.current, { pair, candles, zone });
      },
      () => current && setFailed(true),
    );
    return () => {
      current = false;
      remove?.();
    };
  }, [pair, candles, zone, theme]);
  return (
    <div ref={place} aria-hidden className="h-full w-full">
      {failed && (
        <p className="p-4 text-sm text-muted">
          The chart needs a connection the first time. The table below shows the same.
        </p>
      )}
    </div>
  );
}

const COLUMNS = [
  { name: 'Until' },
  ...['Open', 'High', 'Low', 'Close'].map(figures),
  { name: 'At its close' },
];

/** The chart as text: all candles, with the levels entered and exited at their closes. */
const CandleTable = ({ pair, candles, zone }: Drawn) => (
  <AsTable
    summary="The candles as a table"
    caption={`Candles of five minutes, times in ${zone.label(candles[0]?.from ?? 0)}`}
    columns={COLUMNS}
    rows={candles.map(({ from, open, high, low, close, marks }) => [
      timeText(from + SLOT_MS, zone),
      ...[open, high, low, close].map((price) => formatPrice(pair, price)),
      marks.map((mark) => mark.replace(' ', ' of level ')).join(', '),
    ])}
  />
);

/** A candle with the events at its close; times in epoch ms. */
export interface MarkedCandle {
  readonly from: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** `Entry` of a level at its close, `Exit` of the one before. */
  readonly marks: readonly string[];
}

export interface Drawn {
  readonly pair: Pair;
  readonly candles: readonly MarkedCandle[];
  /** Time zone of the times shown. */
  readonly zone: Zone;
}

function marksAt(closedAt: number, levels: readonly PlayedLevel[]): string[] {
  const played = levels.filter(({ state }) => state !== 'unplayed');
  const exits = played.filter(({ expiryTime }) => expiryTime === closedAt);
  const entries = played.filter(({ entryTime }) => entryTime === closedAt);
  return [
    ...exits.map(({ level }) => `Exit ${level}`),
    ...entries.map(({ level }) => `Entry ${level}`),
  ];
}

/** The candles with the entries and exits of the played levels: their prices are closes of candles. */
const markedCandles = (
  candles: readonly RecordCandle[],
  levels: readonly PlayedLevel[],
): MarkedCandle[] =>
  candles.map(({ at, ...prices }) => {
    const from = Date.parse(at);
    return { from, ...prices, marks: marksAt(from + SLOT_MS, levels) };
  });
