import { accountEndpoints } from './endpoints/account';
import {
  adminCodesEndpoints,
  adminTicketsEndpoints,
  adminWatchEndpoints,
} from './endpoints/adminDesk';
import { adminProofsEndpoints } from './endpoints/adminProofs';
import { adminSetupsEndpoints } from './endpoints/adminSetups';
import { adminUsersEndpoints } from './endpoints/adminUsers';
import { authEndpoints } from './endpoints/auth';
import { countdownEndpoints } from './endpoints/countdown';
import { ledgerEndpoints } from './endpoints/ledger';
import { passwordsEndpoints } from './endpoints/passwords';
import { proofsEndpoints } from './endpoints/proofs';
import { pushEndpoints } from './endpoints/push';
import { recordEndpoints } from './endpoints/record';
import { setupsEndpoints } from './endpoints/setups';
import { signalsEndpoints } from './endpoints/signals';
import { signUpEndpoints } from './endpoints/signUp';
import { ticketsEndpoints } from './endpoints/tickets';
import { transferEndpoints } from './endpoints/transfer';

/** Every endpoint of the API, once: the server mounts from it, the client calls through it, OpenAPI is made of it. */
export const endpoints = {
  ...authEndpoints,
  ...signUpEndpoints,
  ...passwordsEndpoints,
  ...transferEndpoints,
  ...accountEndpoints,
  ...proofsEndpoints,
  ...setupsEndpoints,
  ...ticketsEndpoints,
  ...countdownEndpoints,
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
} as const;
export type EndpointName = keyof typeof endpoints;
