import { Panel } from '../../../ui/Card';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { strategyName } from '../words';
import { calibrationText } from './calibrationWords';

/** Why the signal was given, and what its probabilities rest on. */
export const Why = ({ signal }: { signal: ReceivedSignal }) => (
  <Panel title="Why this signal">
    <div className="grid gap-2.5 px-4 pb-4 text-sm">
      <ul className="grid list-disc gap-1 pl-4">
        {signal.reasons.length === 0 && <li>The strategy states no reasons.</li>}
        {signal.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p className="text-muted">
        Strategy: {strategyName(signal.strategy)}.{' '}
        {calibrationText(signal.calibration) ??
          'What its probabilities rest on has no description here.'}{' '}
        Probabilities are rates of the past, told with their 95 % intervals.
      </p>
      <details className="text-xs text-muted">
        <summary className="min-h-11 py-3.5 lg:min-h-0 lg:py-1">Id of the calibration</summary>
        <code className="wrap-anywhere">{signal.calibration}</code>
      </details>
    </div>
  </Panel>
);
