import { signalPhase } from '@quantalgo/contracts';
import { useState } from 'react';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { announcement } from '../words';

/** Tells a screen reader of each signal that comes while the room is open: once, and never of those it opened with. */
export function Announcer({ newest, now }: { newest: ReceivedSignal | undefined; now: number }) {
  const [first] = useState(newest?.id ?? '');
  const isNew = newest !== undefined && newest.id > first;
  const words = isNew && signalPhase(newest, now).name === 'open' ? announcement(newest) : '';
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  );
}
