import { Check, Copy } from 'lucide-react';
import type { EssentialSignal } from '../../content/essentialRoom';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { DirectionMark } from '../../ui/instruments/Marks';
import { SampleTag } from '../../ui/Chip';
import { signalText } from './signalText';
import { useCopied } from './useCopied';

const CALL_OF = { BUY: 'CALL', SELL: 'PUT' } as const;

const Prices = ({ signal: { entry, tp1, tp2, sl } }: { signal: EssentialSignal }) => (
  <dl className="grid gap-px border-y border-line-soft bg-line-soft text-sm tabular-nums @3xs:grid-cols-2">
    {Object.entries({ Entry: entry, TP1: tp1, TP2: tp2, SL: sl }).map(([name, price]) => (
      <div key={name} className="flex justify-between gap-2 bg-raised px-4 py-2.5">
        <dt className="text-muted">{name}</dt>
        <dd className="font-semibold">{price}</dd>
      </div>
    ))}
  </dl>
);

/** A call of the room with its prices, to be taken along as a text that says that it is a sample. */
export function EssentialCard({ signal }: { signal: EssentialSignal }) {
  const { pair, direction, confidence } = signal;
  const [copied, copy] = useCopied();
  return (
    <Card as="li" className="@container overflow-hidden border-dashed">
      <div className="flex items-start justify-between gap-3 p-4">
        <div>
          <h2 className="text-lg">{pair}</h2>
          <DirectionMark direction={CALL_OF[direction]} word={direction} />
        </div>
        <div className="grid justify-items-end gap-1.5 text-right">
          <SampleTag />
          <p className="text-xs text-muted tabular-nums">
            <span className="text-sm font-semibold text-text">{confidence} %</span> confidence
          </p>
        </div>
      </div>
      <Prices signal={signal} />
      <div className="p-3">
        <Button
          size="small"
          aria-label={`Copy Signal ${pair}`}
          onClick={() => void copy(signalText(signal))}
          className="w-full"
        >
          {copied === 'copied' ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          {copied === 'copied' ? 'Copied' : 'Copy Signal'}
        </Button>
        <p role="status" className="text-center text-xs text-muted">
          {copied === 'copied' && (
            <span className="sr-only">{pair} copied, marked as a sample</span>
          )}
          {copied === 'failed' && 'This browser allows neither copying nor sharing.'}
        </p>
      </div>
    </Card>
  );
}
