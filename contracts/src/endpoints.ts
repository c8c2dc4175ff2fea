import { authEndpoints } from './endpoints/auth';
import { countdownEndpoints } from './endpoints/countdown';
import { ledgerEndpoints } from './endpoints/ledger';
import { recordEndpoints } from './endpoints/record';
import { signalsEndpoints } from './endpoints/signals';

/** Every endpoint of the API, once: the server mounts from it, the client calls through it, OpenAPI is made of it. */
export const endpoints = {
  ...authEndpoints,
  ...countdownEndpoints,
  ...signalsEndpoints,
  ...ledgerEndpoints,
  ...recordEndpoints,
} as const;
export type EndpointName = keyof typeof endpoints;
