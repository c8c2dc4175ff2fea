import { roughDuration } from '@quantalgo/contracts';
import { useClockError } from '../../data/core/clock';
import { Notice } from '../../ui/Notice';

/** A clock that is off by less confuses nobody (ms). */
const TOLERATED_MS = 60_000;

/** Says that the device's clock is wrong, so that the times on screen don't look wrong instead. */
export function ClockNotice() {
  const error = useClockError();
  if (Math.abs(error) <= TOLERATED_MS) return null;
  return (
    <Notice tone="warning">
      Your device’s clock is {roughDuration(error)} {error > 0 ? 'ahead' : 'behind'}. Times here
      follow our server.
    </Notice>
  );
}
