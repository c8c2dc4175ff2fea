import { storeProblem } from '../platform/problems/problems';
import { isHealthy } from '../platform/console/watch';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import { enforceLimits, type EndpointHandlers } from './core/request';

/** An alert matches this message. */
export const CLIENT_FAULT = 'Client fault';

// Each instance caches the health this long, because anyone may request it.
const HEALTH_TTL_MS = 5000;

export const createProblemsHandlers = ({
  clock,
  firestore,
  limiter,
  log,
}: ApiDeps): EndpointHandlers<'reportFault' | 'reportProblem' | 'health'> => {
  let health = { readAt: -Infinity, healthy: Promise.resolve(false) };

  return {
    async reportFault({ body, origin }) {
      await enforceLimits(limiter, ['originFaults', origin]);
      log.info(CLIENT_FAULT, { ...body });
      return { data: null };
    },

    async reportProblem({ body, caller, origin }) {
      await enforceLimits(limiter, ['originProblems', origin], ['siteProblems', 'all']);
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
