import { isHealthy } from '../platform/console/watch';
import type { ApiDeps } from './deps';
import { HttpError } from './reply';
import { enforceLimits, type HandlersOf } from './request';

/** The log message of a fault that a device reported; an alert matches it. */
export const CLIENT_FAULT = 'Client fault';

/** How long an instance answers by one read: anybody may ask. */
const HEALTH_TTL_MS = 5000;

/** Faults of the app on devices, which are only logged, and the health of the service. */
export const faultsHandlers = ({
  clock,
  firestore,
  limiter,
  log,
}: ApiDeps): HandlersOf<'reportFault' | 'health'> => {
  let health = { readAt: -Infinity, healthy: Promise.resolve(false) };

  return {
    async reportFault({ body, origin }) {
      await enforceLimits(limiter, ['faultsOfOrigin', origin]);
      log.info(CLIENT_FAULT, { ...body });
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
