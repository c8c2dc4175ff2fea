import { formatTime } from '@quantalgo/contracts/core/format';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Zone } from '@quantalgo/contracts/core/time';
import { formatPrice, type Pair, formatPair } from '@quantalgo/contracts/market/pairs';
import type { RecordCandle, Settlement } from '@quantalgo/contracts/signals/signal';
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useChart } from '../../data/signals/signalDetails';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { AsTable, numberColumn } from '../../ui/AsTable';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { ExternalLink } from '../../ui/Links';
import { type PlayedLevel, getSettledLevels } from './levels';
import { useZone } from '../../core/zone';

const STATE_TEXT = {
  loading: 'Loading the candles…',
  none: 'No candles were stored for this signal.',
  failed: 'The candles can’t be loaded at the moment.',
} as const;

function useHasBeenVisible(element: RefObject<Element | null>): boolean {
  const [hasBeenVisible, setHasBeenVisible] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setHasBeenVisible(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return hasBeenVisible;
}

/** Fetches and draws the candles once visible. */
export function CandlesPanel({
  signal,
  settlement,
}: {
  signal: ReceivedSignal;
  settlement: Settlement;
}) {
  const container = useRef<HTMLDivElement>(null);
  const hasBeenVisible = useHasBeenVisible(container);
  const zone = useZone();
  const { chart, load } = useChart(signal.id);
  useEffect(() => {
    if (hasBeenVisible) load();
  }, [hasBeenVisible, load]);
  const stored = chart.state === 'loaded' ? chart.candles : null;
  const candles = useMemo(
    () => stored && markCandles(stored, getSettledLevels(signal, settlement)),
    [stored, signal, settlement],
  );
  return (
    <Panel
      title={`${formatPair(signal.pair)}, five-minute candles`}
      aside={
        <span className="text-xs text-muted">{`times in ${zone.label(signal.createdAt)}`}</span>
      }
    >
      <div ref={container} className="h-64 px-2 pb-2 lg:h-72">
        {candles && hasBeenVisible && <Plot pair={signal.pair} candles={candles} zone={zone} />}
        {chart.state !== 'loaded' && (
          <div className="flex items-center gap-3 px-2 text-sm text-muted">
            <p role="status">{STATE_TEXT[chart.state]}</p>
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

const DARK_SCHEME_QUERY = '(prefers-color-scheme: dark)';

/** Changes with the theme, so that the canvas is redrawn in its colours. */
function useThemeKey(): string {
  return useSyncExternalStore(
    (onChange) => {
      const system = matchMedia(DARK_SCHEME_QUERY);
      const themeObserver = new MutationObserver(onChange);
      system.addEventListener('change', onChange);
      themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] });
      return () => {
        system.removeEventListener('change', onChange);
        themeObserver.disconnect();
      };
    },
    () =>
      `${document.documentElement.dataset['theme'] ?? ''} ${matchMedia(DARK_SCHEME_QUERY).matches}`,
  );
}

/** Loads the chart library on demand. */
function Plot({ pair, candles, zone }: CandleDrawing) {
  const container = useRef<HTMLDivElement>(null);
  const theme = useThemeKey();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let remove: (() => void) | undefined;
    let current = true;
    import('./drawCandles').then(
      ({ drawCandles }) => {
        if (current && container.current)
          remove = drawCandles(container.current, { pair, candles, zone });
      },
      () => current && setFailed(true),
    );
    return () => {
      current = false;
      remove?.();
    };
  }, [pair, candles, zone, theme]);
  return (
    <div ref={container} aria-hidden className="h-full w-full">
      {failed && (
        <p className="p-4 text-sm text-muted">
          The chart needs a connection the first time. The table below shows the same data.
        </p>
      )}
    </div>
  );
}

const COLUMNS = [
  { name: 'Closes at' },
  ...['Open', 'High', 'Low', 'Close'].map(numberColumn),
  { name: 'Entry or exit' },
];

const CandleTable = ({ pair, candles, zone }: CandleDrawing) => (
  <AsTable
    summary="The candles as a table"
    caption={`Five-minute candles, times in ${zone.label(candles[0]?.from ?? 0)}`}
    columns={COLUMNS}
    rows={candles.map(({ from, open, high, low, close, marks }) => [
      formatTime(from + SLOT_MS, zone),
      ...[open, high, low, close].map((price) => formatPrice(pair, price)),
      marks.map((mark) => mark.replace(' ', ' of level ')).join(', '),
    ])}
  />
);

/** `from` in epoch ms. */
export interface MarkedCandle {
  readonly from: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** At the candle's close: `Exit` of a level, `Entry` of the next one. */
  readonly marks: readonly string[];
}

export interface CandleDrawing {
  readonly pair: Pair;
  readonly candles: readonly MarkedCandle[];
  readonly zone: Zone;
}

function getMarks(closedAt: number, levels: readonly PlayedLevel[]): string[] {
  const playedLevels = levels.filter(({ state }) => state !== 'unplayed');
  const exits = playedLevels.filter(({ expiryTime }) => expiryTime === closedAt);
  const entries = playedLevels.filter(({ entryTime }) => entryTime === closedAt);
  return [
    ...exits.map(({ level }) => `Exit ${level}`),
    ...entries.map(({ level }) => `Entry ${level}`),
  ];
}

/** Levels enter and exit at the closes of candles. */
const markCandles = (
  candles: readonly RecordCandle[],
  levels: readonly PlayedLevel[],
): MarkedCandle[] =>
  candles.map(({ at, ...prices }) => {
    const from = Date.parse(at);
    return { from, ...prices, marks: getMarks(from + SLOT_MS, levels) };
  });
