import { createOpeningCounter, readMemberFigures } from '../platform/console/memberWeeks';
import type { ApiDeps } from './core/deps';
import type { EndpointHandlers } from './core/request';

export function memberWeeksHandlers({
  clock,
  firestore,
}: ApiDeps): EndpointHandlers<'memberWeeks' | 'countOpening'> {
  const count = createOpeningCounter(firestore, clock);
  return {
    async memberWeeks() {
      return { data: await readMemberFigures(firestore, clock()) };
    },

    async countOpening() {
      await count();
      return { data: null };
    },
  };
}
