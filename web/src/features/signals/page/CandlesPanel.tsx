import { pairLabel, type Settlement } from '@quantalgo/contracts';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useChart } from '../../../data/signals/signalDetails';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { Button } from '../../../ui/Button';
import { ExternalLink } from '../../../ui/Links';
import { Panel } from '../../../ui/Card';
import { settledLevels } from '../levels';
import { markedCandles } from './candles';
import { CandleTable } from './CandleTable';
import { Plot } from './Plot';

const SAID = {
  reading: 'Reading the candles.',
  none: 'No candles were kept of this signal.',
  failed: 'The candles can’t be fetched at the moment.',
} as const;

/** Whether the element has come into sight. */
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

/** The market around a settled signal, with its entries and exits: fetched and drawn when it is looked at. */
export function CandlesPanel({
  signal,
  settlement,
}: {
  signal: ReceivedSignal;
  settlement: Settlement;
}) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
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
      aside={<span className="text-xs text-muted">times in WAT</span>}
    >
      <div ref={place} className="h-64 px-2 pb-2 lg:h-72">
        {candles && seen && <Plot pair={signal.pair} candles={candles} />}
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
      {candles && <CandleTable pair={signal.pair} candles={candles} />}
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
