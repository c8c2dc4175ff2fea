import { COUNTDOWN_MS, hoursMinutesSeconds } from '@quantalgo/contracts';
import { live, type LiveName } from '../live/names';

const START = hoursMinutesSeconds(COUNTDOWN_MS);

const Digits = ({ name, value }: { name: LiveName; value: string }) => (
  <span {...live(name)}>{value}</span>
);

/**
 * What is left of the round. The digits show once the first answer is there, so that they never jump; who can't see
 * them reads the time left in words, which change once a minute and are announced by nobody.
 */
export const Countdown = ({ className }: { className: string }) => (
  <span role="timer" aria-live="off" {...live('countdown')} data-state="waiting" className="group">
    <span
      aria-hidden="true"
      className={`inline-block font-semibold whitespace-nowrap text-amber tabular-nums transition-opacity group-data-[state=waiting]:opacity-0 [@media(scripting:none)]:opacity-100! ${className}`}
    >
      <Digits name="hours" value={START.hours} /> : <Digits name="minutes" value={START.minutes} />{' '}
      : <Digits name="seconds" value={START.seconds} />
    </span>
    <span className="sr-only" {...live('time-left')}>
      8 hours
    </span>
  </span>
);
