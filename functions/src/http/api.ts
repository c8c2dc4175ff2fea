import type { RequestListener } from 'node:http';
import { endpoints, type Endpoint } from '@quantalgo/contracts';
import express, { type Express } from 'express';
import { accountHandlers } from './account';
import { adminDeskHandlers } from './admin/desk';
import { adminProofsHandlers } from './admin/proofs';
import { adminSetupsHandlers } from './admin/setups';
import { adminUsersHandlers } from './admin/users';
import { adminWatchHandlers } from './admin/watch';
import { authHandlers } from './auth';
import { authenticator } from './authenticate';
import { readBody } from './body';
import { countdownHandlers } from './countdown';
import { credentialsHandlers } from './credentials';
import type { ApiDeps } from './deps';
import { DirectRoutes } from './direct';
import { everyReply } from './everyReply';
import { answerErrors, answerNotFound } from './failures';
import type { AnyHandler, Handlers } from './handler';
import { ledgerHandlers } from './ledger';
import { mountOtherMethods } from './methods';
import { mount, serving } from './mount';
import { passwordsHandlers } from './passwords';
import { proofsHandlers } from './proofs';
import { pushHandlers } from './push';
import { recordHandlers } from './record';
import { setupsHandlers } from './setups';
import { signalsHandlers } from './signals';
import { signUpHandlers } from './signUp';
import { ticketsHandlers } from './tickets';
import { transferHandlers } from './transfer';

function serverFor(deps: ApiDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use(everyReply(deps), readBody);
  return app;
}

/** The API: every endpoint of the registry, served, and an envelope for all else. */
export function createApi(deps: ApiDeps): RequestListener {
  const handlers: Handlers = {
    ...authHandlers(deps),
    ...signUpHandlers(deps),
    ...passwordsHandlers(deps),
    ...transferHandlers(deps),
    ...accountHandlers(deps),
    ...credentialsHandlers(deps),
    ...proofsHandlers(deps),
    ...setupsHandlers(deps),
    ...ticketsHandlers(deps),
    ...countdownHandlers(deps),
    ...signalsHandlers(deps),
    ...ledgerHandlers(deps),
    ...pushHandlers(deps),
    ...recordHandlers(deps),
    ...adminUsersHandlers(deps),
    ...adminProofsHandlers(deps),
    ...adminSetupsHandlers(deps),
    ...adminDeskHandlers(deps),
    ...adminWatchHandlers(deps),
  };
  const app = serverFor(deps);
  const direct = new DirectRoutes(deps);
  const byName: Readonly<Record<string, AnyHandler>> = handlers;
  const shared = { deps, authenticate: authenticator(deps) };
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const handle = byName[name];
    if (!handle) throw new Error(`No handler for the endpoint ${name}`);
    const serve = serving(endpoint, handle, shared);
    mount(app, endpoint, serve);
    direct.add(endpoint, serve);
  }
  mountOtherMethods(app, deps, Object.values<Endpoint>(endpoints));
  app.use(answerNotFound(deps), answerErrors(deps));
  return (request, response) => {
    if (!direct.serve(request, response)) app(request, response);
  };
}
