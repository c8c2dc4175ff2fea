import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  envelopeSchema,
  OLDEST_CLIENT_HEADER,
  type Envelope,
} from '@quantalgo/contracts/core/endpoint';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { createApi } from '../../../src/http/server';
import type { ApiInput } from '../../../src/http/core/deps';
import { openBucket } from '../../../src/platform/core/firebase';
import { createCustomTokenExchange } from '../../../src/platform/auth/identityToolkit';
import { createPasswords } from '../../../src/platform/auth/passwords';
import { createFirestoreLimiter } from '../../../src/platform/core/rateLimiter';
import { createSecrets } from '../../../src/platform/core/secrets';
import { retryContention } from '../contendedTransactions';
import { recordCall, recordDocuments } from '../recordRelease';
import { redactFields } from '../../../src/platform/core/log';

export interface Call {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
  /** Sent verbatim instead of `body`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Null if the reply has no body, as with status 304. */
  readonly envelope: Envelope | null;
}

function expectSecurityHeaders(headers: Headers): void {
  expect(headers.get('cache-control')).toMatch(/no-store|no-cache|max-age=\d/);
  expect(headers.get(OLDEST_CLIENT_HEADER)).toMatch(/^\d+$/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  );
  expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}; includeSubDomains/);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('access-control-allow-origin')).toBeNull();
}

/** Cheap hashes, because other tests measure the real cost. */
export const QUICK_PASSWORDS = createPasswords(
  new Map([[1, 'the pepper of a test, long enough']]),
  {
    n: 16,
    r: 1,
    p: 1,
  },
);

async function listen(app: RequestListener) {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function fetchReply(
  url: string,
  { method = 'GET', token, body, text, headers }: Call,
): Promise<Answer> {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url, {
    method,
    headers: {
      ...(content !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(content !== undefined && { body: content }),
  });
  expectSecurityHeaders(response.headers);
  const responseText = await response.text();
  const envelope = responseText === '' ? null : envelopeSchema.parse(JSON.parse(responseText));
  if (envelope?.success === true)
    recordCall({ method, url: new URL(url), body, data: envelope.data });
  return { status: response.status, headers: response.headers, envelope };
}

/**
 * The API on node:http, against the emulators. Each test file has its own Firestore project and
 * bucket. Accounts are shared, because the emulator signs in only to its own project.
 * @param project name of the Firestore project and of the bucket
 * @param replaced dependencies that replace the emulators
 * @param wrap wraps the whole API
 * @param watch wraps the dependencies
 */
export async function startApi(
  project: string,
  replaced: Partial<ApiInput> = {},
  wrap: (app: RequestListener) => RequestListener = (app) => app,
  watch: (deps: ApiInput) => ApiInput = (deps) => deps,
) {
  const accounts = initializeApp({ projectId: process.env['GCLOUD_PROJECT'] ?? '' }, randomUUID());
  const database = initializeApp({ projectId: project }, randomUUID());
  const firestore = retryContention(getFirestore(database));
  const errors: unknown[] = [];
  const lines: unknown[] = [];
  const authEmulator = process.env['FIREBASE_AUTH_EMULATOR_HOST'] ?? '';
  const shared = { firestore, clock: replaced.clock ?? Date.now };
  const mailSecrets = createSecrets('the key of mails of a test, long enough');
  const limitSecrets = createSecrets('the key of limits of a test, long enough');
  const deps: ApiInput = {
    auth: getAuth(accounts),
    bucket: openBucket(accounts, `${project}.appspot.com`),
    passwords: QUICK_PASSWORDS,
    exchangeToken: createCustomTokenExchange('demo', authEmulator),
    ...shared,
    secrets: createSecrets('the key of a test, long enough to be one'),
    mailSecrets,
    pushSecrets: createSecrets('the key of pushes of a test, long enough'),
    pseudonymSecrets: createSecrets('the key of pseudonyms of a test'),
    factorSecrets: createSecrets('the key of second factors of a test'),
    issuer: 'QuantAlgo',
    requiresFactor: false,
    telegram: null,
    telegramBot: replaced.telegram?.bot ?? null,
    postbacks: null,
    limiter: createFirestoreLimiter({ ...shared, limitSecrets, factor: 1 }),
    log: {
      info: (message, fields) => lines.push([message, fields]),
      error: (message, fields) => {
        const redactedFields = redactFields(fields);
        lines.push([message, redactedFields]);
        errors.push(redactedFields['cause']);
      },
    },
    source: 'simulated',
    behindPlatform: true,
    push: { publicKey: null, pairs: ['EURUSD'], local: true },
    ...replaced,
  };
  const server = await listen(wrap(createApi(watch(deps))));
  await clear(project);
  return {
    ...deps,
    mailSecrets,
    limitSecrets,
    errors,
    lines,
    url: server.url,
    call: (path: string, request: Call = {}) => fetchReply(`${server.url}${path}`, request),
    close: async () => {
      await server.close();
      await recordDocuments(firestore);
      await Promise.all([deleteApp(accounts), deleteApp(database)]);
    },
  };
}
export type Api = Awaited<ReturnType<typeof startApi>>;

async function clear(project: string): Promise<void> {
  const host = process.env['FIRESTORE_EMULATOR_HOST'] ?? '';
  const path = `emulator/v1/projects/${project}/databases/(default)/documents`;
  const { status } = await fetch(`http://${host}/${path}`, { method: 'DELETE' });
  if (status !== 200) throw new Error(`Emptying ${project} answered ${status}`);
}
