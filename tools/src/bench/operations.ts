import { chromium, type Page } from '@playwright/test';
import { AUDIENCES } from '@quantalgo/contracts';
import { listSignals, readPerformance } from '@quantalgo/functions/platform/record/signals';
import { type Firestore } from 'firebase-admin/firestore';
import { requireChromium } from '../../emulators/install';
import { CHROMIUM_FLAGS } from '../../emulators/chromiumFlags';
import { linesWith } from '../suite/command';
import { liveUntilNow, openPublisher, type Publisher } from '../suite/publisher';
import { addressesOf } from '../suite/environment';
import { onOwnSuite } from '../suite/suite';
import { type Offset, portsAt } from '../suite/ports';
import { openServices } from '../suite/services';
import { operationsOf } from './countOperations';
import { followFirestore, type FirestoreTraffic } from './firestoreTraffic';
import { enterLiveRoom, expectLive } from './liveRoom';
import { type Figure, type Section } from './section';
import { spreadChanges } from './spreadChanges';

const MEMBER = 'essential@quantalgo.test';
const HOUR_MS = 3_600_000;
/** The specification: the list of 10 every 2 s, the record's figures with every tenth of these calls. */
const POLLS = HOUR_MS / 2000;
const SPECIFIED_LIMIT = 10;
const SPECIFIED_FIGURES = 0.1;
/** A call of the API reads the member's record and their session's; so do the rules for each query that begins. */
const WHO_ASKS = 2;
const TIMES_FEWER = 200;

/** Billed reads: each document delivered, and for each query what the rules look up; a query without any counts as one. */
function billed(traffic: FirestoreTraffic): number {
  const targets = traffic.targets().length;
  return Math.max(traffic.documents(), targets) + targets * WHO_ASKS;
}

/** Publishes and settles for an hour, each signal once the one before it is on screen. */
async function anHour(page: Page, { publish, settle }: Publisher): Promise<void> {
  let end: number | undefined;
  for (;;) {
    const { signal } = await publish();
    end ??= signal.createdAt + HOUR_MS;
    const seal = `Sealed #${signal.ledgerSeq.toLocaleString('en-GB')}`;
    await page.getByRole('button', { name: seal }).first().waitFor({ timeout: 30_000 });
    if (signal.createdAt >= end) return;
    await settle();
  }
}

/** What the open page costs for an hour, and for a return after the network was away. */
async function ofTheListener(page: Page, firestore: string, publisher: Publisher) {
  const traffic = await followFirestore(page, firestore);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expectLive(page);
  const resume = billed(traffic);
  traffic.restart();
  await anHour(page, publisher);
  return { resume, hour: billed(traffic) };
}

/** What calls of the API cost, without who asks. */
async function ofCalls(database: Firestore) {
  const read = async (work: (counted: Firestore) => Promise<unknown>) =>
    (await operationsOf(database, work)).reads;
  const newest = { limit: SPECIFIED_LIMIT, sortOrder: 'desc' } as const;
  const changed = {
    limit: 100,
    sortOrder: 'asc',
    updatedAfter: Date.now() + HOUR_MS * 24,
  } as const;
  return {
    list: await read((counted) => listSignals(counted, AUDIENCES, newest)),
    nothingNew: await read((counted) => listSignals(counted, AUDIENCES, changed)),
    figures: await read((counted) => readPerformance(counted)),
  };
}

async function figuresOn(offset: Offset, executablePath: string): Promise<Figure[]> {
  const ports = portsAt(offset);
  const { site, firestore } = addressesOf(ports);
  const { database, close } = openServices(ports, 'bench');
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const publisher = await openPublisher(database, ports);
    await liveUntilNow(publisher);
    await spreadChanges(database);
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await enterLiveRoom(page, site, MEMBER);
    const { resume, hour } = await ofTheListener(page, firestore, publisher);
    const { list, nothingNew, figures } = await ofCalls(database);
    const specified = POLLS * (list + WHO_ASKS) + POLLS * SPECIFIED_FIGURES * (figures + WHO_ASKS);
    const listener = hour + resume;
    const polling = POLLS * (nothingNew + WHO_ASKS);
    const beside = (reads: number) => `${Math.floor(specified / reads)} times fewer`;
    return [
      { name: 'specified, a list of 10 every 2 s', value: specified, unit: 'reads' },
      {
        name: 'polling, where no listener opens',
        value: polling,
        unit: 'reads',
        beside: beside(polling),
      },
      { name: 'catch-up at a return', value: resume, unit: 'reads' },
      {
        name: 'listener, a return included',
        value: listener,
        unit: 'reads',
        beside: beside(listener),
      },
      {
        name: 'specified ÷ listener',
        value: specified / listener,
        unit: '×',
        atLeast: TIMES_FEWER,
      },
    ];
  } finally {
    await browser.close();
    await close();
  }
}

/** What a member's hour in the room is billed as. */
export const operations: Section = {
  title:
    'Documents read for one member in the open Signal Room in an hour with a signal every five minutes',
  async measure(stopped) {
    const executablePath = await requireChromium(linesWith('  browser: '));
    return onOwnSuite(stopped, (offset) => figuresOn(offset, executablePath));
  },
};
