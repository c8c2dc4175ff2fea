import { accountEndpoints } from './endpoints/account';
import {
  adminCodesEndpoints,
  adminTicketsEndpoints,
  adminUsersEndpoints,
  adminWatchEndpoints,
} from './endpoints/console';
import {
  adminProofsEndpoints,
  adminSetupsEndpoints,
  proofsEndpoints,
  setupsEndpoints,
  uploadsEndpoints,
} from './endpoints/submissions';
import {
  authEndpoints,
  passwordsEndpoints,
  signUpEndpoints,
  transferEndpoints,
} from './endpoints/auth';
import { countdownEndpoints } from './endpoints/countdown';
import { faultsEndpoints } from './endpoints/faults';
import { ledgerEndpoints, recordEndpoints, signalsEndpoints } from './endpoints/signals';
import { pushEndpoints } from './endpoints/push';
import { secondFactorEndpoints } from './endpoints/secondFactor';
import { ticketsEndpoints } from './endpoints/tickets';

export * from './endpoints/console';
export * from './endpoints/submissions';
export * from './endpoints/auth';
export * from './endpoints/countdown';
export * from './endpoints/faults';
export * from './endpoints/secondFactor';
export * from './endpoints/signals';
export * from './endpoints/tickets';

/** Every endpoint of the API, once: the server mounts from it, the client calls through it, OpenAPI is made of it. */
export const endpoints = {
  ...authEndpoints,
  ...signUpEndpoints,
  ...passwordsEndpoints,
  ...transferEndpoints,
  ...accountEndpoints,
  ...uploadsEndpoints,
  ...proofsEndpoints,
  ...setupsEndpoints,
  ...ticketsEndpoints,
  ...countdownEndpoints,
  ...faultsEndpoints,
  ...signalsEndpoints,
  ...ledgerEndpoints,
  ...pushEndpoints,
  ...recordEndpoints,
  ...adminUsersEndpoints,
  ...adminProofsEndpoints,
  ...adminSetupsEndpoints,
  ...adminCodesEndpoints,
  ...adminTicketsEndpoints,
  ...adminWatchEndpoints,
  ...secondFactorEndpoints,
} as const;
export type EndpointName = keyof typeof endpoints;
