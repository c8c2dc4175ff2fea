import type { Page } from '@playwright/test';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { publishUntilNow, openPublisher, type Publisher } from '../suite/scheduler';
import { spreadChanges } from '../../test/fixtures/signals';
import {
  expectLive,
  trackFirestore,
  logIn,
  withPhone,
  type FirestoreTraffic,
  type DedicatedSuite,
} from './browser';
import type { Figure, Section } from './section';

/** The specification's traffic: a list of 10 every 2 s. Every tenth call also reads the figures. */
const POLLS = HOUR_MS / 2000;
const SPECIFIED_FIGURES = 0.1;
/** Documents that these calls read, as counted by a server test. */
const CALL_READS = { list: 10, figures: 1, nothingNew: 1 };
/**
 * Reads of the caller's user document and session. The API makes them per call, the rules per
 * query.
 */
const CALLER_READS = 2;
const MIN_RATIO = 200;

/** Delivered documents, at least one per query, plus the rules' lookups per query. */
function countBilledReads(traffic: FirestoreTraffic): number {
  const targets = traffic.targets().length;
  return Math.max(traffic.documents(), targets) + targets * CALLER_READS;
}

async function runHour(page: Page, { publish, settle }: Publisher): Promise<void> {
  let end: number | undefined;
  for (;;) {
    const { signal } = await publish();
    end ??= signal.createdAt + HOUR_MS;
    const seal = `Sealed #${signal.ledgerSeq.toLocaleString('en-GB')}`;
    // The seal is collapsed within the card.
    const button = page.getByRole('button', { name: seal, includeHidden: true }).first();
    await button.waitFor({ state: 'attached', timeout: 30_000 });
    if (signal.createdAt >= end) return;
    await settle();
  }
}

async function measureReads(page: Page, { database, ports, site }: DedicatedSuite) {
  const publisher = await openPublisher(database, ports);
  await publishUntilNow(publisher);
  await spreadChanges(database);
  await logIn(page, site);
  await expectLive(page);
  const traffic = await trackFirestore(page, ports);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expectLive(page);
  const resume = countBilledReads(traffic);
  traffic.restart();
  await runHour(page, publisher);
  return { resume, hour: countBilledReads(traffic) };
}

function toFigures({ resume, hour }: { readonly resume: number; readonly hour: number }): Figure[] {
  const { list, figures, nothingNew } = CALL_READS;
  const specified =
    POLLS * (list + CALLER_READS) + POLLS * SPECIFIED_FIGURES * (figures + CALLER_READS);
  const listener = hour + resume;
  const polling = POLLS * (nothingNew + CALLER_READS);
  const reads = (name: string, value: number) => ({ name, value, unit: 'reads' });
  const compareToSpecified = (value: number) => ({
    details: `${Math.floor(specified / value)} times fewer`,
  });
  return [
    reads('specified, a list of 10 every 2 s', specified),
    { ...reads('polling, if no listener opens', polling), ...compareToSpecified(polling) },
    reads('catch-up after a return', resume),
    { ...reads('listener, including a return', listener), ...compareToSpecified(listener) },
    { name: 'specified ÷ listener', value: specified / listener, unit: '×', atLeast: MIN_RATIO },
  ];
}

export const operations: Section = {
  title:
    'Documents read for one member in the Signal Stream in an hour, one signal every five minutes',
  measure: async (abortSignal) => toFigures(await withPhone(abortSignal, measureReads)),
};
