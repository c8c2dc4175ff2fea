import { splitDuration } from '@quantalgo/contracts/core/durations';
import { countdownEndpoints } from '@quantalgo/contracts/countdown/endpoints';
import { DEFAULT_ROUND_MS } from '@quantalgo/contracts/countdown/rounds';
import { readPublic } from '../../../data/core/readPublic';
import { findElements, writeLiveText } from './elements';

const SECOND_MS = 1000;

/** The digits round up, so they change when a whole second is left. */
const getMsToNextSecond = (remainingMs: number) =>
  ((remainingMs % SECOND_MS) + SECOND_MS) % SECOND_MS || SECOND_MS;

function paint(remainingMs: number): void {
  const { hours, minutes, seconds } = splitDuration(remainingMs);
  writeLiveText('hours', hours);
  writeLiveText('minutes', minutes);
  writeLiveText('seconds', seconds);
  writeLiveText('time-left', formatTimeLeft(remainingMs));
  for (const element of findElements('countdown')) element.dataset['state'] = 'running';
}

/** Uses the server's clock, because the device's may be wrong. */
async function fetchRemainingMs(): Promise<number> {
  if (!navigator.onLine) throw new Error('Offline: countdown not requested');
  const { data, at } = await readPublic(countdownEndpoints.countdown);
  return Date.parse(data.endsAt) - at;
}

/**
 * Counts down every second, and polls the server every second while the page is visible. If the
 * server doesn't respond, the countdown continues by the device's clock.
 */
export function startCountdown(): void {
  let end: number | null = null;
  let isPolling = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const poll = async () => {
    if (isPolling) return;
    isPolling = true;
    try {
      end = syncRoundEnd(end, await fetchRemainingMs(), Date.now());
    } catch {
      end = advanceRoundEnd(end, Date.now());
    } finally {
      isPolling = false;
    }
    paint(end - Date.now());
  };

  const tick = () => {
    clearTimeout(timer);
    if (document.hidden) return;
    const now = Date.now();
    if (end !== null) {
      end = advanceRoundEnd(end, now);
      paint(end - now);
    }
    void poll();
    timer = setTimeout(tick, end === null ? SECOND_MS : getMsToNextSecond(end - now));
  };

  document.addEventListener('visibilitychange', tick);
  tick();
}

/** Cached responses are up to a second old, so smaller differences are ignored. */
const TOLERANCE_MS = 1500;

/** Epoch ms by the device's clock. */
export function syncRoundEnd(end: number | null, remainingMs: number, now: number): number {
  const responseEnd = now + remainingMs;
  return end !== null && Math.abs(end - responseEnd) < TOLERANCE_MS ? end : responseEnd;
}

/** At zero the next round begins. Without any response, a round lasts the full 8 hours. */
export function advanceRoundEnd(end: number | null, now: number): number {
  if (end === null) return now + DEFAULT_ROUND_MS;
  if (end > now - 1000) return end;
  const rounds = Math.ceil((now - end) / DEFAULT_ROUND_MS);
  return end + rounds * DEFAULT_ROUND_MS;
}

/** Changes once a minute: `7 hours 42 minutes left`. */
export function formatTimeLeft(remainingMs: number): string {
  const minutes = Math.max(0, Math.ceil(remainingMs / 60_000));
  const formatUnit = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
  if (minutes < 60) return `${formatUnit(minutes, 'minute')} left`;
  const restMinutes = minutes % 60;
  const hours = formatUnit(Math.floor(minutes / 60), 'hour');
  return restMinutes === 0 ? `${hours} left` : `${hours} ${formatUnit(restMinutes, 'minute')} left`;
}

/** Shows the action while no other one on the page is visible. */
export function startStickyAction(): void {
  const visibleActions = new Set<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) visibleActions.add(target);
      else visibleActions.delete(target);
    for (const sticky of findElements('sticky')) sticky.inert = visibleActions.size > 0;
  });
  for (const action of findElements('action')) observer.observe(action);
}
