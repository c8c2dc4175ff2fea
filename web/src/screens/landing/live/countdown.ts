import { hoursMinutesSeconds } from '@quantalgo/contracts/core/durations';
import { COUNTDOWN_MS, countdownEndpoints } from '@quantalgo/contracts/countdown/endpoints';
import { readPublic } from '../../../data/core/readPublic';
import { elements, write } from './elements';

const SECOND = 1000;

/** Time (ms) until the digits change, given that they round up. */
const untilNextSecond = (left: number) => ((left % SECOND) + SECOND) % SECOND || SECOND;

function paint(left: number): void {
  const { hours, minutes, seconds } = hoursMinutesSeconds(left);
  write('hours', hours);
  write('minutes', minutes);
  write('seconds', seconds);
  write('time-left', timeLeftText(left));
  for (const element of elements('countdown')) element.dataset['state'] = 'running';
}

/** Time left (ms) by the server's own clock: the device's may be wrong. */
async function askServer(): Promise<number> {
  if (!navigator.onLine) throw new Error('Offline: nobody is asked');
  const { data, at } = await readPublic(countdownEndpoints.countdown);
  return Date.parse(data.endsAt) - at;
}

/**
 * Counts the round down every second, and asks the server every second while the page is visible. Without an answer the
 * device counts by itself.
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

/** Cached answers are up to a second old: smaller differences (ms) than this are ignored. */
const SAME_MS = 1500;

/** The end of the round (epoch ms of the device) after an answer with the time left (ms). */
export function endAfterAnswer(end: number | null, left: number, now: number): number {
  const fresh = now + left;
  return end !== null && Math.abs(end - fresh) < SAME_MS ? end : fresh;
}

/** The end of the round at `now`: at zero the next one begins; without any answer so far it lasts the full 8 hours. */
export function endWithoutAnswer(end: number | null, now: number): number {
  if (end === null) return now + COUNTDOWN_MS;
  if (end > now - 1000) return end;
  const rounds = Math.ceil((now - end) / COUNTDOWN_MS);
  return end + rounds * COUNTDOWN_MS;
}

/** The time left (ms) in words that change once a minute: `7 hours 42 minutes`. */
export function timeLeftText(left: number): string {
  const minutes = Math.max(0, Math.ceil(left / 60_000));
  const unit = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
  if (minutes < 60) return `${unit(minutes, 'minute')} left`;
  const rest = minutes % 60;
  const hours = unit(Math.floor(minutes / 60), 'hour');
  return rest === 0 ? `${hours} left` : `${hours} ${unit(rest, 'minute')} left`;
}

/** Shows the action at the bottom of the screen while none of the page's other actions is visible. */
export function startStickyAction(): void {
  const inSight = new Set<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) inSight.add(target);
      else inSight.delete(target);
    for (const sticky of elements('sticky')) sticky.inert = inSight.size > 0;
  });
  for (const action of elements('action')) observer.observe(action);
}
