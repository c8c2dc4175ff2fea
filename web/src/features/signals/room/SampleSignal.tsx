import { SAMPLE_FALLBACK } from '../../../content/signalRoom';
import { Card } from '../../../ui/Card';
import { DirectionMark } from '../../../ui/instruments/Marks';
import { Notice } from '../../../ui/Notice';
import { SampleTag } from '../../../ui/Chip';

const NOT_SET = 'Not set';

/** Stands where signals could not be loaded for the first time: an example of one, with nothing to act on. */
export function SampleSignal() {
  const { pair, direction, entryPrice, confidence } = SAMPLE_FALLBACK;
  const facts = [
    ['Entry', String(entryPrice)],
    ['AI confidence', `${confidence} %`],
    ['Created', NOT_SET],
    ['Valid until', NOT_SET],
  ] as const;
  return (
    <div className="grid gap-3">
      <Notice tone="warning">
        Your signals could not be loaded yet. We keep trying; below is only an example of one.
      </Notice>
      <Card as="article" aria-label="Sample signal" className="overflow-hidden border-dashed">
        <div className="flex items-start justify-between p-4">
          <div>
            <h2 className="text-xl text-muted">{pair}</h2>
            <p className="mt-1">
              <DirectionMark direction={direction} />
            </p>
          </div>
          <SampleTag />
        </div>
        <dl className="grid grid-cols-2 border-t border-line-soft text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="px-4 py-2.5">
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="text-muted tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}
