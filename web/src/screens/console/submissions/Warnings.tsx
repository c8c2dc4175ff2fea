import { Check, TriangleAlert } from 'lucide-react';
import { Button } from '../../../ui/Button';
import type { Warning } from './warnings';

interface WarningsProps {
  readonly warnings: readonly Warning[];
  readonly answeredKeys: ReadonlySet<string>;
  /** Null if the other submission can't be opened. */
  readonly onCompare: ((id: string) => void) | null;
  readonly onAnswer: (key: string) => void;
}

const AnsweredWarning = ({ warning: { text, answer } }: { warning: Warning }) => (
  <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 rounded-lg border border-line p-3 text-sm text-muted">
    <Check size={16} aria-hidden className="mt-0.5" />
    <p className="wrap-anywhere">
      <span className="block">{text}</span>
      <span>{`Answered: “${answer}”.`}</span>
    </p>
  </li>
);

const OpenWarning = ({
  warning: { key, text, detail, answer, otherId },
  onCompare,
  onAnswer,
}: Omit<WarningsProps, 'warnings' | 'answeredKeys'> & { warning: Warning }) => (
  <li className="grid gap-3 rounded-lg border border-amber bg-amber-bg p-3 text-sm">
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
      <TriangleAlert size={16} aria-hidden className="mt-0.5 text-amber" />
      <p className="wrap-anywhere">
        <span className="block font-semibold">{text}</span>
        {detail !== null && <span className="text-muted">{detail}</span>}
      </p>
    </div>
    <div className="flex flex-wrap gap-2">
      {otherId !== null && onCompare && (
        <Button size="small" className="flex-1" onClick={() => onCompare(otherId)}>
          Compare
        </Button>
      )}
      <Button size="small" className="flex-1" onClick={() => onAnswer(key)}>
        {answer}
      </Button>
    </div>
  </li>
);

export function Warnings({ warnings, answeredKeys, onCompare, onAnswer }: WarningsProps) {
  if (warnings.length === 0) return null;
  const answeredCount = warnings.filter(({ key }) => answeredKeys.has(key)).length;
  return (
    <section aria-label="Warnings" className="grid gap-2">
      <h3 className="text-sm">
        <span>Warnings</span>{' '}
        <span className="font-normal text-muted">{`${answeredCount} of ${warnings.length} answered`}</span>
      </h3>
      <ul className="grid gap-2">
        {warnings.map((warning) =>
          answeredKeys.has(warning.key) ? (
            <AnsweredWarning key={warning.key} warning={warning} />
          ) : (
            <OpenWarning
              key={warning.key}
              warning={warning}
              onCompare={onCompare}
              onAnswer={onAnswer}
            />
          ),
        )}
      </ul>
    </section>
  );
}
