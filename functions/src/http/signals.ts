import {
  audiencesOf,
  NO_SIGNALS_SETTLED,
  performanceOf,
  toApiSignal,
  type Audience,
} from '@quantalgo/contracts';
import { batchReads } from '../platform/core/batchReads';
import { readChart } from '../platform/record/chart';
import {
  listSignals,
  readPerformance,
  readSignal,
  type SignalsWanted,
} from '../platform/record/signals';
import type { Member } from './authenticate';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import type { HandlersOf } from './handler';
import { toRecordCandle } from './recordCandle';

/** @throws HttpError 403 when the member's dashboard is locked. */
function openAudiences({ record }: Member): readonly Audience[] {
  const audiences = audiencesOf(record);
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
async function openSignal({ firestore }: ApiDeps, member: Member, id: string) {
  const signal = await readSignal(firestore, openAudiences(member), id);
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
): HandlersOf<'signals' | 'signal' | 'signalChart' | 'performance'> {
  const list = listOf(deps);
  return {
    async signals({ caller, query }) {
      const audiences = openAudiences(caller);
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
      openAudiences(caller);
      const counters = await readPerformance(deps.firestore);
      return { data: performanceOf(counters ?? { ...NO_SIGNALS_SETTLED, source: deps.source }) };
    },
  };
}
