import { getAudiences } from '@quantalgo/contracts/access/access';
import { toIso } from '@quantalgo/contracts/core/time';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import type { SettledSignal } from '@quantalgo/contracts/record/endpoints';
import type { Heartbeat } from '@quantalgo/contracts/record/heartbeatDocument';
import { toSealedSignal } from '@quantalgo/contracts/record/ledger/entry';
import { EMPTY_PERFORMANCE_COUNTERS, toPerformance } from '@quantalgo/contracts/record/performance';
import { toApiSignal } from '@quantalgo/contracts/signals/apiSignal';
import { countDecidingCloses } from '@quantalgo/contracts/signals/ladder';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import type { Audience, RecordCandle } from '@quantalgo/contracts/signals/signal';
import {
  type ChartCandle,
  countSignals,
  listSignals,
  readChart,
  readLatestSettled,
  readPerformance,
  readSignal,
  type StoredSettledSignal,
} from '../platform/record/signals';
import { STRATEGIES } from '../domain/signals/strategies/registry';
import { readStrategyRecords } from '../platform/record/strategyRecords';
import { readHeartbeat } from '../platform/record/heartbeat';
import { readNewestCheckpoint } from '../platform/record/log';
import type { Session } from '../platform/auth/sessions';
import { hasStaffRights, type CallerBatch, type Member } from './core/callers';
import type { ApiDeps } from './core/deps';
import {
  toHttpError,
  type Call,
  HttpError,
  type RenderedReply,
  createRenderer,
} from './core/reply';
import { enforceLimits, type EndpointHandlers, parsePart, parseQuery } from './core/request';

function requireAudiences(deps: ApiDeps, caller: Member): readonly Audience[] {
  const audiences = getAudiences({ ...caller.record, staff: hasStaffRights(deps, caller) });
  if (audiences.length === 0)
    throw new HttpError(
      403,
      'Your dashboard is locked. Link a funded broker account to unlock it.',
    );
  return audiences;
}

// A signal of another tier gets the same 404, so that the reply doesn't reveal it.
async function requireSignal(deps: ApiDeps, member: Member, id: string) {
  const signal = await readSignal(deps.firestore, requireAudiences(deps, member), id);
  if (!signal) throw new HttpError(404, 'Signal not found');
  return signal;
}

interface SignalList {
  readonly pendingReply: Promise<RenderedReply>;
  readonly calls: Call[];
}

/**
 * Reads each list of signals once for all callers of a round. Reading starts before the sessions
 * are read, with the callers' last known audiences. Callers get a list only if their record permits
 * it.
 */
export interface ListRound extends CallerBatch {
  /** Starts reading the list that the caller got last time. */
  readonly prefetch: (session: Session, call: Call) => void;
  /** Answers the caller with the permitted list, or with the error. */
  readonly answerCaller: (session: Session, member: Member | Error, call: Call) => void;
}

const LIST_ENDPOINT = endpoints.signals;

export function createListRounds(deps: ApiDeps): () => ListRound {
  const render = createRenderer(LIST_ENDPOINT.data);
  const lastAudiences = new WeakMap<Session, readonly Audience[]>();

  async function read(audiences: readonly Audience[], url: string): Promise<RenderedReply> {
    const query = parsePart(LIST_ENDPOINT.query, 'query', parseQuery(url));
    const signals = await listSignals(deps.firestore, audiences, query);
    const now = deps.clock();
    return render({ data: signals.map((signal) => toApiSignal(signal, now, query.payout)) });
  }

  return () => {
    const lists = new Map<string, SignalList>();

    function getList(audiences: readonly Audience[], { request: { url = '' } }: Call): SignalList {
      const name = `${audiences.join()} ${url}`;
      const existing = lists.get(name);
      if (existing) return existing;
      const pendingReply = read(audiences, url);
      // Callers who await it get the error. Without callers it must not count as unhandled.
      pendingReply.catch(() => undefined);
      const list = { pendingReply, calls: [] };
      lists.set(name, list);
      return list;
    }

    async function answer({ pendingReply, calls }: SignalList): Promise<void> {
      try {
        const rendered = await pendingReply;
        for (const call of calls) call.succeed(rendered, LIST_ENDPOINT.cache);
      } catch (error) {
        for (const call of calls) call.fail(toHttpError(error, LIST_ENDPOINT));
      }
    }

    return {
      prefetch(session, call) {
        const audiences = lastAudiences.get(session);
        if (audiences) getList(audiences, call);
      },
      answerCaller(session, member, call) {
        lastAudiences.delete(session);
        try {
          if (member instanceof Error) throw member;
          const audiences = requireAudiences(deps, member);
          lastAudiences.set(session, audiences);
          getList(audiences, call).calls.push(call);
        } catch (error) {
          call.fail(toHttpError(error, LIST_ENDPOINT));
        }
      },
      async done() {
        await Promise.all([...lists.values()].filter(({ calls }) => calls.length > 0).map(answer));
      },
    };
  };
}

export function createSignalsHandlers(
  deps: ApiDeps,
): EndpointHandlers<'signal' | 'signalChart' | 'performance' | 'heartbeat'> {
  return {
    async signal({ caller, params, query: { payout } }) {
      const signal = await requireSignal(deps, caller, params.id);
      return { data: toApiSignal(signal, deps.clock(), payout) };
    },

    async signalChart({ caller, params }) {
      const { id } = await requireSignal(deps, caller, params.id);
      return { data: (await readChart(deps.firestore, id)).map(toRecordCandle) };
    },

    async performance({ caller }) {
      requireAudiences(deps, caller);
      const counters = await readPerformance(deps.firestore);
      return {
        data: toPerformance(counters ?? { ...EMPTY_PERFORMANCE_COUNTERS, source: deps.source }),
      };
    },

    async heartbeat({ caller }) {
      requireAudiences(deps, caller);
      const beat = await readHeartbeat(deps.firestore);
      return { data: beat && toServedHeartbeat(beat) };
    },
  };
}

const toServedHeartbeat = ({ slot, state, opensAt, inventory, market }: Heartbeat) => ({
  slot,
  state,
  inventory,
  market,
  opensAt: opensAt === null ? null : toIso(opensAt),
});

function toSettledSignal(
  signal: StoredSettledSignal,
  candles: readonly ChartCandle[],
): SettledSignal {
  const { settlement } = signal;
  const prices = settlement.closes.map(({ price }) => price);
  // The landing page draws only the levels that were played.
  const playedCloses = settlement.closes.slice(
    0,
    countDecidingCloses(signal.direction, prices, LADDER_RULES),
  );
  return {
    sealed: toSealedSignal(signal),
    createdAt: toIso(signal.createdAt),
    publishedAt: toIso(signal.publishedAt),
    expiresAt: toIso(signal.expiresAt),
    ledgerSeq: signal.ledgerSeq,
    seeded: signal.seeded,
    ...(signal.entered !== undefined && { entered: signal.entered }),
    settlement: {
      ...settlement,
      closes: playedCloses.map(({ at, price }) => ({ at: toIso(at), price })),
      fetchedAt: toIso(settlement.fetchedAt),
      settledAt: toIso(settlement.settledAt),
    },
    candles: candles.map(toRecordCandle),
  };
}

/** Takes a constant number of reads, however long the record is. */
export const createRecordHandlers = ({
  firestore,
  limiter,
  source,
}: ApiDeps): EndpointHandlers<'record' | 'strategies'> => ({
  async record({ origin }) {
    await enforceLimits(limiter, ['originReads', origin]);
    const [counters, { ledger }, counts, latest] = await Promise.all([
      readPerformance(firestore),
      readNewestCheckpoint(firestore),
      countSignals(firestore),
      readLatestSettled(firestore),
    ]);
    const candles = latest ? await readChart(firestore, latest.id) : [];
    const performance = toPerformance(counters ?? { ...EMPTY_PERFORMANCE_COUNTERS, source });
    const published = performance.totalSignals + counts.unsettled;
    return {
      data: {
        performance,
        log: ledger,
        sealedBeforeOutcome: Math.max(0, published - counts.seeded),
        seeded: counts.seeded,
        latest: latest && toSettledSignal(latest, candles),
      },
    };
  },

  async strategies({ origin }) {
    await enforceLimits(limiter, ['originReads', origin]);
    return { data: await readStrategyRecords(firestore, STRATEGIES) };
  },
});

const toRecordCandle = ({ time, ...prices }: ChartCandle): RecordCandle => ({
  at: new Date(time).toISOString(),
  ...prices,
});
