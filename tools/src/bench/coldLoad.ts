import { type Browser, type CDPSession } from '@playwright/test';
import { noteTimeline, timelineOf } from './timeline';
import { type Vitals, vitalsOf } from './vitals';

const PHONE = { width: 390, height: 844 };
const CPU_SLOWDOWN = 4;
/** On a busy machine a load takes long. */
const PATIENCE_MS = 120_000;
const KBIT = 1000 / 8;

/** Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1600 * KBIT,
  uploadThroughput: 750 * KBIT,
};

export interface Load extends Vitals {
  /** Bytes of all scripts that the page asked for until it asked for nothing any more, as they came over the wire. */
  readonly script: number;
}

/** Adds up what the scripts take on the wire that the page asks for. */
function countScript(session: CDPSession): () => number {
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

/** Loads a page as someone who was never here does, on a mid-range phone's CPU over slow 4G. */
export async function coldLoad(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const script = countScript(session);
    await noteTimeline(page);
    // Not the load event: a page may ask for its scripts once it is painted.
    await page.goto(url, { waitUntil: 'networkidle' });
    return { ...vitalsOf(await timelineOf(page)), script: script() };
  } finally {
    await context.close();
  }
}
