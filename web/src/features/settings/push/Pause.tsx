import { watMoment } from '@quantalgo/contracts';
import { serverNow, useNow } from '../../../data/core/clock';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';

const PAUSE_MS = 7 * 24 * 60 * 60_000;

/** A pause of signals: offered where notifications are ignored, ended by hand or by itself. */
export function Pause({
  pausedUntil,
  ignored,
  onPause,
}: {
  pausedUntil: string | null;
  /** How many were shown and none opened; null where that is nothing to speak of. */
  ignored: number | null;
  onPause: (until: string | null) => void;
}) {
  const now = useNow(60_000);
  const until = pausedUntil === null ? 0 : Date.parse(pausedUntil);
  if (until > now)
    return (
      <Notice
        actions={
          <Button size="small" onClick={() => onPause(null)}>
            Go on
          </Button>
        }
      >
        Signals are paused until {watMoment(until, now)}.
      </Notice>
    );
  if (ignored === null) return null;
  const pause = () => onPause(new Date(serverNow() + PAUSE_MS).toISOString());
  return (
    <Notice
      actions={
        <Button size="small" onClick={pause}>
          Pause for a week
        </Button>
      }
    >
      You opened none of the last {ignored} notifications. Fewer of them?
    </Notice>
  );
}
