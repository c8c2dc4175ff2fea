/// <reference lib="dom" />
import { type CDPSession, type Page } from '@playwright/test';
import * as z from 'zod/mini';

const BEGIN = 'measured from';
const END = 'measured to';

const eventsSchema = z.array(
  z.object({
    name: z.string(),
    cat: z.string(),
    ph: z.string(),
    pid: z.number(),
    tid: z.number(),
    /** When it began, how long it lasted, and how long the processor worked on it: microseconds. */
    ts: z.number(),
    dur: z._default(z.number(), 0),
    tdur: z._default(z.number(), 0),
  }),
);
type Events = z.infer<typeof eventsSchema>;

/** Notes in the page's own timeline that the measured work begins. */
export const begin = (page: Page) => page.evaluate((mark) => void performance.mark(mark), BEGIN);
/** Notes in the page's own timeline that the measured work is done. */
export const end = (page: Page) => page.evaluate((mark) => void performance.mark(mark), END);

/**
 * Presses the link to `href` and resolves in the frame after the one that first shows `text` in an element of `selector`.
 * All of it happens in the page: to be driven from here would be work of the main thread too.
 */
export const press = (page: Page, link: { href: string; selector: string; text: string }) =>
  page.evaluate(
    ({ href, selector, text, from, to }) =>
      new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          const found = [...document.querySelectorAll(selector)];
          if (!found.some(({ textContent }) => textContent.includes(text))) return;
          observer.disconnect();
          requestAnimationFrame(() =>
            setTimeout(() => {
              performance.mark(to);
              resolve();
            }),
          );
        }).observe(document, { subtree: true, childList: true });
        setTimeout(() => {
          performance.mark(from);
          const links = [...document.querySelectorAll<HTMLElement>(`a[href="${href}"]`)];
          links.find((shown) => shown.checkVisibility())?.click();
        });
      }),
    { ...link, from: BEGIN, to: END },
  );

async function traced(session: CDPSession, work: () => Promise<void>): Promise<Events> {
  const events: Events = [];
  const collect = ({ value }: { value: unknown }) => void events.push(...eventsSchema.parse(value));
  session.on('Tracing.dataCollected', collect);
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  const includedCategories = ['toplevel', 'blink.user_timing'];
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories },
  });
  await work();
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return events;
}

/**
 * How long (ms) the processor worked on each task of the page's main thread while `work` was done, from {@link begin} to
 * {@link end}. Its own time, not the clock's: what else the machine does meanwhile doesn't count.
 * @throws Error when the browser traced neither
 */
export async function tasksOf(session: CDPSession, work: () => Promise<void>): Promise<number[]> {
  const events = await traced(session, work);
  const marked = (mark: string) =>
    events.find(({ name, cat }) => name === mark && cat.includes('user_timing'));
  const from = marked(BEGIN);
  const to = marked(END);
  if (!from || !to) throw new Error('The browser traced no measured work');
  return events
    .filter(({ name, ph }) => ph === 'X' && name === 'ThreadControllerImpl::RunTask')
    .filter(({ pid, tid }) => pid === from.pid && tid === from.tid)
    .filter(({ ts, dur }) => ts + dur >= from.ts && ts <= to.ts)
    .map(({ tdur }) => tdur / 1000);
}
