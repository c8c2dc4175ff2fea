import type { ApiDeps } from './deps';
import { enforceLimits, type HandlersOf } from './request';

/** The words by which the log and its alert know a fault that a device reported. */
export const CLIENT_FAULT = 'Client fault';

/** Faults of the app on devices, which go to the log alone. */
export const faultsHandlers = ({ limiter, log }: ApiDeps): HandlersOf<'reportFault'> => ({
  async reportFault({ body, origin }) {
    await enforceLimits(limiter, ['faultsOfOrigin', origin]);
    log.info(CLIENT_FAULT, { ...body });
    return { data: null };
  },
});
