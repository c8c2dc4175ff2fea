import { readMemberFigures } from '../platform/console/memberWeeks';
import type { ApiDeps } from './core/deps';
import { enforceLimits, type EndpointHandlers } from './core/request';

export const memberWeeksHandlers = ({
  clock,
  firestore,
  limiter,
  weekCounter,
}: ApiDeps): EndpointHandlers<'memberWeeks' | 'countOpening'> => ({
  async memberWeeks() {
    return { data: await readMemberFigures(firestore, clock()) };
  },

  async countOpening({ origin }) {
    await enforceLimits(limiter, ['openingsOfOrigin', origin]);
    await weekCounter.add('opened', 1);
    return { data: null };
  },
});
