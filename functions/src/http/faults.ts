import type { ApiDeps } from './deps';
import { enforceLimits, type HandlersOf } from './request';

/** The log message of a fault that a device reported; an alert matches it. */
export const CLIENT_FAULT = 'Client fault';

/** Faults of the app on devices, which are only logged. */
export const faultsHandlers = ({ limiter, log }: ApiDeps): HandlersOf<'reportFault'> => ({
  async reportFault({ body, origin }) {
    await enforceLimits(limiter, ['faultsOfOrigin', origin]);
    log.info(CLIENT_FAULT, { ...body });
    return { data: null };
  },
});
