import { chromium, type Page } from '@playwright/test';
import { firestoreTime, PATHS } from '@quantalgo/contracts';
import { type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { requireChromium } from '../../emulators/install';
import { CHROMIUM_FLAGS } from '../../emulators/chromiumFlags';
import { linesWith } from '../suite/command';
import { openPublisher, type Publisher } from '../suite/publisher';
import { PASSWORD } from '../suite/accounts';
import { addressesOf } from '../suite/environment';
import { onOwnSuite } from '../suite/suite';
import { type Offset, portsAt } from '../suite/ports';
import { openServices } from '../suite/services';
import { notePaints, paintedAt } from './paints';
import { percentile } from './percentile';
import { type Figure, type Section } from './section';

const SIGNALS = 20;
const MEMBER = 'essential@quantalgo.test';
const PHONE = { width: 390, height: 844 };
const P95_BELOW_MS = 1000;

const publishedSchema = z.object({ publishedAt: firestoreTime });

async function openRoom(page: Page, site: string): Promise<void> {
  await notePaints(page);
  await page.goto(`${site}${PATHS.signals}`);
  await page.getByLabel('Email').fill(MEMBER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('History').first().waitFor();
}

/** Publishes one signal; gives the time (ms) from its commit, as the database stamped it, to its painted card. */
async function delayOf(page: Page, database: Firestore, { publish }: Publisher): Promise<number> {
  const { signal } = await publish();
  const painted = await paintedAt(page, `Sealed #${signal.ledgerSeq.toLocaleString('en-GB')}`);
  const document = await database.doc(`signals/${signal.id}`).get();
  return painted - publishedSchema.parse(document.data()).publishedAt;
}

/** The first signal is not counted: it calibrates the strategies and proves the stream. */
async function delaysOn(offset: Offset, executablePath: string): Promise<number[]> {
  const ports = portsAt(offset);
  const { database, close } = openServices(ports, 'bench');
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage({ viewport: PHONE });
    await openRoom(page, addressesOf(ports).site);
    const publisher = await openPublisher(database, ports);
    await delayOf(page, database, publisher);
    const delays: number[] = [];
    while (delays.length < SIGNALS) {
      delays.push(await delayOf(page, database, publisher));
      await publisher.settle();
    }
    return delays;
  } finally {
    await browser.close();
    await close();
  }
}

const figuresOf = (delays: readonly number[]): Figure[] => [
  { name: 'p50', value: percentile(delays, 0.5), unit: 'ms' },
  { name: 'p95', value: percentile(delays, 0.95), unit: 'ms', below: P95_BELOW_MS },
  { name: 'most', value: percentile(delays, 1), unit: 'ms' },
];

/** How long a signal takes from the publisher's commit to the member's eye. */
export const signals: Section = {
  title: `From the publisher's commit to the painted card, ${SIGNALS} signals, open Signal Room in Chromium`,
  async measure(stopped) {
    const executablePath = await requireChromium(linesWith('  browser: '));
    return figuresOf(await onOwnSuite(stopped, (offset) => delaysOn(offset, executablePath)));
  },
};
