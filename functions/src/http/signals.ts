import { audiencesOf } from '@quantalgo/contracts/access/access';
import { iso } from '@quantalgo/contracts/core/time';
import { endpoints } from '@quantalgo/contracts/endpoints';
import type { SettledSignal } from '@quantalgo/contracts/record/endpoints';
import type { Heartbeat } from '@quantalgo/contracts/record/heartbeatDocument';
import { sealedPart } from '@quantalgo/contracts/record/ledger/entry';
import { NO_SIGNALS_SETTLED, performanceOf } from '@quantalgo/contracts/record/performance';
import { toApiSignal } from '@quantalgo/contracts/signals/apiSignal';
import { decidedBy } from '@quantalgo/contracts/signals/ladder';
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
  type Settled,
} from '../platform/record/signals';
import { readHeartbeat } from '../platform/record/heartbeat';
import { readNewestCheckpoint } from '../platform/record/log';
import type { Session } from '../platform/auth/sessions';
import { actsAsStaff, type CallerBatch, type Member } from './core/callers';
import type { ApiDeps } from './core/deps';
import { answerTo, type Call, HttpError, type Rendered, renderer } from './core/reply';
import { enforceLimits, type HandlersOf, parsePart, queryOf } from './core/request';

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

/** @throws HttpError 404, the same for a signal that never existed and for one of another tier */
async function openSignal(deps: ApiDeps, member: Member, id: string) {
  const signal = await readSignal(deps.firestore, openAudiences(deps, member), id);
  if (!signal) throw new HttpError(404, 'There is no such signal');
  return signal;
}

/** A list of signals read in one round, and the calls to be answered with it. */
interface Listed {
  readonly reading: Promise<Rendered>;
  readonly calls: Call[];
}

/**
 * The lists of signals of one round: each is read once, for all callers who get it. Reading starts in parallel with the
 * sessions, with the audiences that the callers had last time; nobody gets a list before their own current record
 * permits it.
 */
export interface ListRound extends CallerBatch {
  /** Starts reading the list that the caller got last time. */
  readonly expect: (session: Session, call: Call) => void;
  /** Answers the caller with the list that their record permits, or with the error. */
  readonly give: (session: Session, member: Member | Error, call: Call) => void;
}

const LIST = endpoints.signals;

/** Creates the rounds in which `GET /api/signals` is answered. */
export function listRounds(deps: ApiDeps): () => ListRound {
  const render = renderer(LIST.data);
  const givenLast = new WeakMap<Session, readonly Audience[]>();

  async function read(audiences: readonly Audience[], url: string): Promise<Rendered> {
    const query = parsePart(LIST.query, 'query', queryOf(url));
    const signals = await listSignals(deps.firestore, audiences, query);
    const now = deps.clock();
    return render({ data: signals.map((signal) => toApiSignal(signal, now, query.payout)) });
  }

  return () => {
    const lists = new Map<string, Listed>();

    function listed(audiences: readonly Audience[], { request: { url = '' } }: Call): Listed {
      const name = `${audiences.join()} ${url}`;
      const known = lists.get(name);
      if (known) return known;
      const reading = read(audiences, url);
      // Its failure is reported to the callers who wait for it.
      reading.catch(() => undefined);
      const begun = { reading, calls: [] };
      lists.set(name, begun);
      return begun;
    }

    async function answer({ reading, calls }: Listed): Promise<void> {
      try {
        const rendered = await reading;
        for (const call of calls) call.succeed(rendered, LIST.cache);
      } catch (error) {
        for (const call of calls) call.fail(answerTo(error, LIST));
      }
    }

    return {
      expect(session, call) {
        const audiences = givenLast.get(session);
        if (audiences) listed(audiences, call);
      },
      give(session, member, call) {
        givenLast.delete(session);
        try {
          if (member instanceof Error) throw member;
          const audiences = openAudiences(deps, member);
          givenLast.set(session, audiences);
          listed(audiences, call).calls.push(call);
        } catch (error) {
          call.fail(answerTo(error, LIST));
        }
      },
      async done() {
        await Promise.all([...lists.values()].filter(({ calls }) => calls.length > 0).map(answer));
      },
    };
  };
}

/** The member's signals and their performance. */
export function signalsHandlers(
  deps: ApiDeps,
): HandlersOf<'signal' | 'signalChart' | 'performance' | 'heartbeat'> {
  return {
    async signal({ caller, params, query: { payout } }) {
      const signal = await openSignal(deps, caller, params.id);
      return { data: toApiSignal(signal, deps.clock(), payout) };
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

const toServedHeartbeat = ({ slot, state, opensAt, inventory, market }: Heartbeat) => ({
  slot,
  state,
  inventory,
  market,
  opensAt: opensAt === null ? null : iso(opensAt),
});

/** A settled signal in the format of the public record. */
function toSettledSignal(signal: Settled, candles: readonly ChartCandle[]): SettledSignal {
  const { settlement } = signal;
  const prices = settlement.closes.map(({ price }) => price);
  // The landing page draws the levels that were played.
  const played = settlement.closes.slice(0, decidedBy(signal.direction, prices, LADDER_RULES));
  return {
    sealed: sealedPart(signal),
    createdAt: iso(signal.createdAt),
    publishedAt: iso(signal.publishedAt),
    expiresAt: iso(signal.expiresAt),
    ledgerSeq: signal.ledgerSeq,
    seeded: signal.seeded,
    settlement: {
      ...settlement,
      closes: played.map(({ at, price }) => ({ at: iso(at), price })),
      fetchedAt: iso(settlement.fetchedAt),
      settledAt: iso(settlement.settledAt),
    },
    candles: candles.map(toRecordCandle),
  };
}

/** The public record. It costs the same few reads however long it is. */
export const recordHandlers = ({ firestore, limiter, source }: ApiDeps): HandlersOf<'record'> => ({
  async record({ origin }) {
    await enforceLimits(limiter, ['readsOfOrigin', origin]);
    const [counters, { ledger }, counts, latest] = await Promise.all([
      readPerformance(firestore),
      readNewestCheckpoint(firestore),
      countSignals(firestore),
      readLatestSettled(firestore),
    ]);
    const candles = latest ? await readChart(firestore, latest.id) : [];
    const performance = performanceOf(counters ?? { ...NO_SIGNALS_SETTLED, source });
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
});

/** A chart's candle in the format of the API. */
const toRecordCandle = ({ time, ...prices }: ChartCandle): RecordCandle => ({
  at: new Date(time).toISOString(),
  ...prices,
});
