import type { Page } from '@playwright/test';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { liveUntilNow, openPublisher, type Publisher } from '../suite/scheduler';
import { spreadChanges } from '../../test/fixtures/signals';
import {
  expectLive,
  followFirestore,
  logIn,
  onPhone,
  type FirestoreTraffic,
  type OwnSuite,
} from './browser';
import type { Figure, Section } from './section';

/** The specification's traffic: the list of 10 every 2 s, the record's figures with every tenth of these calls. */
const POLLS = HOUR_MS / 2000;
const SPECIFIED_FIGURES = 0.1;
/** Documents that these calls read, as counted by a server test: list, figures, a list without news. */
const OF_CALLS = { list: 10, figures: 1, nothingNew: 1 };
/** Reads to identify the caller (user document and session) for each API call, and in the rules for each new query. */
const WHO_ASKS = 2;
const TIMES_FEWER = 200;

/** Billed reads: each document delivered, at least one for each query, and the rules' lookups for each query. */
function billed(traffic: FirestoreTraffic): number {
  const targets = traffic.targets().length;
  return Math.max(traffic.documents(), targets) + targets * WHO_ASKS;
}

/** Publishes and settles for an hour, waiting for each signal to be on screen before the next. */
async function anHour(page: Page, { publish, settle }: Publisher): Promise<void> {
  let end: number | undefined;
  for (;;) {
    const { signal } = await publish();
    end ??= signal.createdAt + HOUR_MS;
    const seal = `Sealed #${signal.ledgerSeq.toLocaleString('en-GB')}`;
    // It is folded away within the card.
    const shown = page.getByRole('button', { name: seal, includeHidden: true }).first();
    await shown.waitFor({ state: 'attached', timeout: 30_000 });
    if (signal.createdAt >= end) return;
    await settle();
  }
}

/** Documents read by the open page in an hour, and on reconnecting after a network loss. */
async function readsOn(page: Page, { database, ports, site }: OwnSuite) {
  const publisher = await openPublisher(database, ports);
  await liveUntilNow(publisher);
  await spreadChanges(database);
  await logIn(page, site);
  await expectLive(page);
  const traffic = await followFirestore(page, ports);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expectLive(page);
  const resume = billed(traffic);
  traffic.restart();
  await anHour(page, publisher);
  return { resume, hour: billed(traffic) };
}

function figuresOf({ resume, hour }: { readonly resume: number; readonly hour: number }): Figure[] {
  const { list, figures, nothingNew } = OF_CALLS;
  const specified = POLLS * (list + WHO_ASKS) + POLLS * SPECIFIED_FIGURES * (figures + WHO_ASKS);
  const listener = hour + resume;
  const polling = POLLS * (nothingNew + WHO_ASKS);
  const reads = (name: string, value: number) => ({ name, value, unit: 'reads' });
  const fewer = (value: number) => ({ beside: `${Math.floor(specified / value)} times fewer` });
  return [
    reads('specified, a list of 10 every 2 s', specified),
    { ...reads('polling, where no listener opens', polling), ...fewer(polling) },
    reads('catch-up at a return', resume),
    { ...reads('listener, a return included', listener), ...fewer(listener) },
    { name: 'specified ÷ listener', value: specified / listener, unit: '×', atLeast: TIMES_FEWER },
  ];
}

/** Billed reads of a member's hour in the room. */
export const operations: Section = {
  title:
    'Documents read for one member in the open Signal Room in an hour with a signal every five minutes',
  measure: async (stopped) => figuresOf(await onPhone(stopped, readsOn)),
};
