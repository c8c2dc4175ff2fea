import {
  type Audience,
  audiencesOf,
  type Heartbeat,
  LEDGER_PAGE_SIZE,
  NO_SIGNALS_SETTLED,
  performanceOf,
  type RecordCandle,
  sealedPart,
  type SettledSignal,
  toApiSignal,
} from '@quantalgo/contracts';
import { batchReads } from '../platform/core/batchReads';
import {
  type ChartCandle,
  countSignals,
  listSignals,
  readChart,
  readLatestSettled,
  readPerformance,
  readSignal,
  type Settled,
  type SignalsWanted,
} from '../platform/record/signals';
import { readHeartbeat, readLedgerHead, readLedgerPage } from '../platform/record/ledger';
import { readStamps } from '../platform/record/stamps';
import type { ApiDeps } from './deps';
import { HttpError } from './reply';
import { actsAsStaff, enforceLimits, type HandlersOf, type Member } from './request';

/** @throws HttpError 403 when the member's dashboard is locked. */
function openAudiences(deps: ApiDeps, caller: Member): readonly Audience[] {
  const audiences = audiencesOf({ ...caller.record, staff: actsAsStaff(deps, caller) });
  if (audiences.length === 0)
    throw new HttpError(
      403,
      'Your dashboard is locked. Link a funded broker account to unlock it.',
    );
  return audiences;
}

/**
 * @throws HttpError 404 alike for a signal that there never was and for one of another tier.
 */
async function openSignal(deps: ApiDeps, member: Member, id: string) {
  const signal = await readSignal(deps.firestore, openAudiences(deps, member), id);
  if (!signal) throw new HttpError(404, 'There is no such signal');
  return signal;
}

/** Different lists that are read in one go. */
const LISTS_AT_ONCE = 20;

/** Lists signals; callers who ask for the same list at the same time share one reading of it. */
const listOf = ({ clock, firestore }: ApiDeps) =>
  batchReads((asked: readonly (SignalsWanted & { audiences: readonly Audience[] })[]) => {
    const listed = asked.map(async ({ audiences, ...wanted }) => {
      const signals = await listSignals(firestore, audiences, wanted);
      const now = clock();
      return { data: signals.map((signal) => toApiSignal(signal, now)) };
    });
    return Promise.allSettled(listed);
  }, LISTS_AT_ONCE);

/** The member's signals and the record they make. */
export function signalsHandlers(
  deps: ApiDeps,
): HandlersOf<'signals' | 'signal' | 'signalChart' | 'performance' | 'heartbeat'> {
  const list = listOf(deps);
  return {
    async signals({ caller, query }) {
      const audiences = openAudiences(deps, caller);
      return list(JSON.stringify([audiences, query]), { audiences, ...query });
    },

    async signal({ caller, params }) {
      return { data: toApiSignal(await openSignal(deps, caller, params.id), deps.clock()) };
    },

    async signalChart({ caller, params }) {
      const { id } = await openSignal(deps, caller, params.id);
      return { data: (await readChart(deps.firestore, id)).map(toRecordCandle) };
    },

    async performance({ caller }) {
      openAudiences(deps, caller);
      const counters = await readPerformance(deps.firestore);
      return { data: performanceOf(counters ?? { ...NO_SIGNALS_SETTLED, source: deps.source }) };
    },

    async heartbeat({ caller }) {
      openAudiences(deps, caller);
      const beat = await readHeartbeat(deps.firestore);
      return { data: beat && toServedHeartbeat(beat) };
    },
  };
}

const toServedHeartbeat = ({ slot, state, opensAt }: Heartbeat) => ({
  ...{ slot, state },
  opensAt: opensAt === null ? null : iso(opensAt),
});

const iso = (at: number) => new Date(at).toISOString();

/** A settled signal in the words of the public record. */
function toSettledSignal(signal: Settled, candles: readonly ChartCandle[]): SettledSignal {
  const { settlement } = signal;
  return {
    sealed: sealedPart(signal),
    createdAt: iso(signal.createdAt),
    publishedAt: iso(signal.publishedAt),
    expiresAt: iso(signal.expiresAt),
    ledgerSeq: signal.ledgerSeq,
    seeded: signal.seeded,
    settlement: {
      ...settlement,
      closes: settlement.closes.map(({ at, price }) => ({ at: iso(at), price })),
      fetchedAt: iso(settlement.fetchedAt),
      settledAt: iso(settlement.settledAt),
    },
    candles: candles.map(toRecordCandle),
  };
}

/** The record as anyone may see it. Costs the same few reads however long it is. */
export const recordHandlers = ({ firestore, source }: ApiDeps): HandlersOf<'record'> => ({
  async record() {
    const [counters, head, counts, latest] = await Promise.all([
      readPerformance(firestore),
      readLedgerHead(firestore),
      countSignals(firestore),
      readLatestSettled(firestore),
    ]);
    const candles = latest ? await readChart(firestore, latest.id) : [];
    const performance = performanceOf(counters ?? { ...NO_SIGNALS_SETTLED, source });
    const published = performance.totalSignals + counts.unsettled;
    return {
      data: {
        performance,
        head,
        sealedBeforeOutcome: Math.max(0, published - counts.seeded),
        seeded: counts.seeded,
        latest: latest && toSettledSignal(latest, candles),
      },
    };
  },
});

/** A candle of a chart in the words of the API. */
const toRecordCandle = ({ time, ...prices }: ChartCandle): RecordCandle => ({
  at: new Date(time).toISOString(),
  ...prices,
});

/** A full page of a named ledger never changes: a CDN and every browser may keep it for a year. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The one address of a page: a CDN keeps what other spellings answer apart, and asks for each anew. */
const pageAddress = (page: number, ledger: string | undefined): string =>
  `/api/ledger/pages/${page}${ledger === undefined ? '' : `?ledger=${encodeURIComponent(ledger)}`}`;

/** The public ledger, as pages that a CDN serves. */
export const ledgerHandlers = ({
  firestore,
  limiter,
}: ApiDeps): HandlersOf<'ledgerHead' | 'ledgerPage' | 'ledgerStamps'> => ({
  async ledgerHead({ origin }) {
    await enforceLimits(limiter, ['readsOfOrigin', origin]);
    const head = await readLedgerHead(firestore);
    if (!head) throw new HttpError(404, 'The ledger has not begun yet');
    return { data: head };
  },

  async ledgerPage({ params: { page }, query: { ledger }, origin, url }) {
    if (url !== pageAddress(page, ledger)) throw new HttpError(404, 'There is no such page');
    await enforceLimits(limiter, ['readsOfOrigin', origin]);
    if (ledger !== undefined && (await readLedgerHead(firestore))?.ledgerId !== ledger)
      throw new HttpError(404, 'There is no such ledger here any more');
    const entries = await readLedgerPage(firestore, page);
    if (entries.length === 0) throw new HttpError(404, 'The ledger has no such page yet');
    const isForGood = ledger !== undefined && entries.length === LEDGER_PAGE_SIZE;
    return { data: entries, ...(isForGood && { cache: IMMUTABLE }) };
  },

  async ledgerStamps({ query: { after }, origin }) {
    await enforceLimits(limiter, ['readsOfOrigin', origin]);
    return { data: await readStamps(firestore, after) };
  },
});
