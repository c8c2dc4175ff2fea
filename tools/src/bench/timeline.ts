/// <reference lib="dom" />
import { type Page } from '@playwright/test';
import * as z from 'zod/mini';
import { type TimelineEntry } from './vitals';

const timelineSchema = z.array(
  z.object({
    type: z.string(),
    name: z.string(),
    start: z.number(),
    duration: z.number(),
    value: z.number(),
  }),
);

/** So long (ms) no long task may run, after the first paint, for a page to count as quiet. */
const QUIET_MS = 5000;
/** What a page is watched for at most (ms): a busy machine may never let it be quiet. */
const WATCHED_MS = 12_000;

/**
 * Lets every page of this tab keep its timeline for {@link timelineOf}. The function runs in the page, so it names nothing
 * from here.
 */
export async function noteTimeline(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const timeline: object[] = [];
    Object.assign(globalThis, { timeline });
    for (const type of ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask'])
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { name, startTime: start, duration } = entry;
          const value = 'value' in entry ? entry.value : 0;
          timeline.push({ type, name, start, duration, value });
        }
      }).observe({ type, buffered: true });
  });
}

/** What the open page has noted, once it has painted and been quiet for five seconds, or watched for twelve. */
export async function timelineOf(page: Page): Promise<readonly TimelineEntry[]> {
  const noted = await page.waitForFunction(
    ([quietMs, watchedMs]) => {
      const timeline: unknown = Reflect.get(globalThis, 'timeline');
      if (!Array.isArray(timeline)) return null;
      const busyUntil = timeline
        .filter(({ type }) => type === 'longtask' || type === 'paint')
        .map(({ start, duration }) => Number(start) + Number(duration));
      const quiet = performance.now() - Math.max(...busyUntil) > quietMs;
      const watched = performance.now() > watchedMs;
      return busyUntil.length > 0 && (quiet || watched) ? timeline : null;
    },
    [QUIET_MS, WATCHED_MS] as const,
  );
  return timelineSchema.parse(await noted.jsonValue());
}
