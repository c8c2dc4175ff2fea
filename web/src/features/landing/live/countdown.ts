import { countdownEndpoints, hoursMinutesSeconds } from '@quantalgo/contracts';
import { readPublic } from '../../../data/core/readPublic';
import { elements, write } from './elements';
import { endAfterAnswer, endWithoutAnswer, timeLeftWords } from './timeLeft';

const SECOND = 1000;

/** How long (ms) until the digits change, which show what is left rounded up. */
const untilNextSecond = (left: number) => ((left % SECOND) + SECOND) % SECOND || SECOND;

function paint(left: number): void {
  const { hours, minutes, seconds } = hoursMinutesSeconds(left);
  write('hours', hours);
  write('minutes', minutes);
  write('seconds', seconds);
  write('time-left', timeLeftWords(left));
  for (const element of elements('countdown')) element.dataset['state'] = 'running';
}

/** What is left (ms) by the server, from its own clock: the device's may be wrong. */
async function askServer(): Promise<number> {
  if (!navigator.onLine) throw new Error('Offline: nobody is asked');
  const { data, at } = await readPublic(countdownEndpoints.countdown);
  return Date.parse(data.endsAt) - at;
}

/**
 * Counts the round down, each second, and asks the server each second while the page is seen; nothing happens while it
 * is hidden. Without an answer the device counts on by itself.
 */
export function startCountdown(): void {
  let end: number | null = null;
  let asking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      end = endAfterAnswer(end, await askServer(), Date.now());
    } catch {
      end = endWithoutAnswer(end, Date.now());
    } finally {
      asking = false;
    }
    paint(end - Date.now());
  };

  const tick = () => {
    clearTimeout(timer);
    if (document.hidden) return;
    const now = Date.now();
    if (end !== null) {
      end = endWithoutAnswer(end, now);
      paint(end - now);
    }
    void ask();
    timer = setTimeout(tick, end === null ? SECOND : untilNextSecond(end - now));
  };

  document.addEventListener('visibilitychange', tick);
  tick();
}
