import type { Express } from 'express';
import { logger } from 'firebase-functions';
import { onRequest } from 'firebase-functions/https';
import { passwordSignIn } from '../platform/accounts/passwordSignIn';
import { wallClock } from '../platform/clock';
import { SERVED } from '../platform/deployment';
import { environment } from '../platform/environment';
import { auth, firestore } from '../platform/firebase';
import { createApi } from './api';

let app: Express | undefined;

/** Made at the first request, because the code of the other functions is loaded with this one. */
const appOf = (): Express =>
  (app ??= createApi({
    firestore: firestore(),
    auth: auth(),
    signIn: passwordSignIn(environment.webApiKey, environment.authEmulatorHost),
    clock: wallClock,
    log: logger,
    source: environment.marketData,
  }));

/** The API, behind Hosting on the site's own origin. */
export const api = onRequest(SERVED, (request, response) => {
  appOf()(request, response);
});
