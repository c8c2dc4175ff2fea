import { storeProblem } from '../platform/problems/problems';
import { isHealthy } from '../platform/console/watch';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import { enforceLimits, type HandlersOf } from './core/request';

/** The log message of a fault that a device reported; an alert matches it. */
export const CLIENT_FAULT = 'Client fault';

/** How long an instance answers by one read: anybody may ask. */
const HEALTH_TTL_MS = 5000;

/** Faults of the app, which are only logged, problems that members complain about, and the health of the service. */
export const faultsHandlers = ({
  clock,
  firestore,
  limiter,
  log,
}: ApiDeps): HandlersOf<'reportFault' | 'reportProblem' | 'health'> => {
  let health = { readAt: -Infinity, healthy: Promise.resolve(false) };

  return {
    async reportFault({ body, origin }) {
      await enforceLimits(limiter, ['faultsOfOrigin', origin]);
      log.info(CLIENT_FAULT, { ...body });
      return { data: null };
    },

    async reportProblem({ body, caller, origin }) {
      await enforceLimits(limiter, ['problemsOfOrigin', origin], ['problemsOfSite', 'all']);
      const now = clock();
      await storeProblem(firestore, body, { uid: caller?.session.uid ?? null, now });
      log.info('Problem reported', { code: body.code, kind: body.kind, build: body.build });
      return { data: null };
    },

    async health() {
      const now = clock();
      if (now - health.readAt > HEALTH_TTL_MS)
        health = { readAt: now, healthy: isHealthy(firestore, now) };
      if (!(await health.healthy)) throw new HttpError(503, 'Something is overdue');
      return { data: null };
    },
  };
};
