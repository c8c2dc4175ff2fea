import { signalPath } from '@quantalgo/contracts';
import { useMatch } from 'react-router-dom';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { TextLink } from '../../../ui/Links';

/** Why the signal was given, in the strategy's words, and the way to its own page. */
export function Reasons({ signal }: { signal: ReceivedSignal }) {
  const page = signalPath(signal.id);
  const onPage = useMatch(page) !== null;
  const words = signal.reasons.map((reason) => `${reason}.`).join(' ');
  return (
    <div className="text-sm">
      {words && (
        <p className="text-muted">
          <span className="text-faint">Why: </span>
          {words}
        </p>
      )}
      {!onPage && (
        <TextLink to={page} className="inline-flex min-h-11 items-center lg:min-h-9">
          Candles, closes and proof
        </TextLink>
      )}
    </div>
  );
}
