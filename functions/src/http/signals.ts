import {
  audiencesOf,
  NO_SIGNALS_SETTLED,
  performanceOf,
  toApiSignal,
  type Audience,
} from '@quantalgo/contracts';
import { listSignals } from '../platform/signals/listSignals';
import { readPerformance } from '../platform/signals/readPerformance';
import type { Member } from './authenticate';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import type { HandlersOf } from './handler';

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

/** The member's signals and the record they make. */
export const signalsHandlers = ({
  clock,
  firestore,
  source,
}: ApiDeps): HandlersOf<'signals' | 'performance'> => ({
  async signals({ caller, query }) {
    const signals = await listSignals(firestore, openAudiences(caller), query);
    const now = clock();
    return { data: signals.map((signal) => toApiSignal(signal, now)) };
  },

  async performance({ caller }) {
    openAudiences(caller);
    const counters = await readPerformance(firestore);
    return { data: performanceOf(counters ?? { ...NO_SIGNALS_SETTLED, source }) };
  },
});
