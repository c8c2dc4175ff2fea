import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { OUTBOX_NAME } from '../data/database/databases';
import { awaitRequest, openExisting, runTransaction } from '../data/database/plain';
import { getFirebaseEnvironment } from '../data/core/environment';
import { OUTBOX_TAG, SEND_OUTBOX } from '../data/core/workerProtocol';
import {
  isStale,
  isUnsent,
  makeDueNow,
  mergeState,
  type OutboxItem,
  outboxFileSchema,
  readRows,
} from '../data/outbox/item';
import { deleteRenewalIfUnchanged, readRenewal, type Renewal } from '../data/auth/renewal';
import { exchangeRefreshToken } from '../data/auth/tokenService';
import { NetworkError } from '../data/core/errors';
import {
  type AnyRequest,
  attemptRequest,
  type Caller,
  type EndpointData,
  parseEnvelope,
  parseEndpointData,
  toRefusalError,
  type EndpointRequest,
} from '../data/auth/request';
import { LANES, type Sending, sendDue } from '../data/sync/lanes';
import { postToPages } from './pages';

declare const self: ServiceWorkerGlobalScope;

/** https://wicg.github.io/background-sync/spec/#sync-event */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

export const isSyncEvent = (event: Event): event is SyncEvent =>
  event.type === 'sync' && 'tag' in event;

async function readMemberItems(database: IDBDatabase, uid: string): Promise<readonly OutboxItem[]> {
  const store = database.transaction('items').objectStore('items');
  const rows: unknown[] = await awaitRequest(store.index('uid').getAll(uid));
  return readRows(rows).items;
}

const changeOutbox = <T>(
  database: IDBDatabase,
  work: (items: IDBObjectStore, files: IDBObjectStore) => Promise<T>,
): Promise<T> =>
  runTransaction(
    database,
    ['items', 'files'],
    'readwrite',
    (transaction) => work(transaction.objectStore('items'), transaction.objectStore('files')),
    'strict',
  );

const storeItem = (database: IDBDatabase, item: OutboxItem): Promise<boolean> =>
  changeOutbox(database, async (items, files) => {
    const row = await awaitRequest<unknown>(items.get(item.id));
    if (!readRows([row]).items.some(isUnsent)) return false;
    await awaitRequest(items.put(mergeState(row, item)));
    if (!isUnsent(item)) await awaitRequest(files.delete(item.id));
    return true;
  });

/**
 * Makes waiting items due at once, except those that the server delayed. Reads and writes in one
 * transaction, because a page may be sending.
 */
const retryNow = (database: IDBDatabase, uid: string): Promise<void> =>
  changeOutbox(database, async (items) => {
    const rows: unknown[] = await awaitRequest(items.index('uid').getAll(uid));
    for (const row of makeDueNow(rows)) await awaitRequest(items.put(row));
  });

interface SendRun {
  readonly renewal: Renewal;
  readonly token: string;
  ended: boolean;
}

function createCaller(run: SendRun): Caller {
  async function call<E extends Endpoint>(
    endpoint: E,
    request: EndpointRequest<E>,
  ): Promise<{ data: EndpointData<E> }>;
  async function call(endpoint: Endpoint, request: AnyRequest): Promise<{ data: unknown }> {
    const { response } = await attemptRequest(endpoint, request, { token: run.token });
    const envelope = await parseEnvelope(response);
    if (response.status === 401) run.ended = true;
    if (!response.ok || !envelope.success)
      throw toRefusalError(envelope, response, endpoint.failure);
    return { data: parseEndpointData(endpoint, envelope.data) };
  }
  return call;
}

const UPLOAD_TIMEOUT_MS = 120_000;

/**
 * The file already exists, or its permission expired. The call that refers to the file detects the
 * latter.
 */
const ALREADY_UPLOADED_STATUS = 403;

/**
 * Storage takes metadata and file in one multipart request. Source:
 * https://www.rfc-editor.org/rfc/rfc2387
 */
const toMultipart = (
  boundary: string,
  metadata: { readonly fullPath: string; readonly contentType: string },
  bytes: ArrayBuffer,
): Blob =>
  new Blob([
    `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n`,
    `${JSON.stringify(metadata)}\r\n`,
    `--${boundary}\r\nContent-Type: ${metadata.contentType}\r\n\r\n`,
    bytes,
    `\r\n--${boundary}--`,
  ]);

async function upload(
  token: string,
  path: string,
  { type, bytes }: { readonly type: string; readonly bytes: ArrayBuffer },
): Promise<void> {
  const { storageBucket, emulators } = getFirebaseEnvironment();
  const { host, port } = emulators?.storage ?? {};
  const base = emulators ? `http://${host}:${port}` : 'https://firebasestorage.googleapis.com';
  const url = `${base}/v0/b/${storageBucket}/o?name=${encodeURIComponent(path)}`;
  const boundary = crypto.randomUUID();
  const headers = {
    Authorization: `Firebase ${token}`,
    'X-Goog-Upload-Protocol': 'multipart',
    'Content-Type': `multipart/related; boundary=${boundary}`,
  };
  const body = toMultipart(boundary, { fullPath: path, contentType: type }, bytes);
  const signal = AbortSignal.timeout(UPLOAD_TIMEOUT_MS);
  const response = await fetch(url, { method: 'POST', headers, body, signal }).catch(
    (error: unknown) => {
      throw new NetworkError(error);
    },
  );
  if (!response.ok && response.status !== ALREADY_UPLOADED_STATUS)
    throw new NetworkError(`Storage upload failed with status ${response.status}`);
}

const noop = () => Promise.resolve();

/** Stores no responses, because the next page fetches the data anyway. */
const createSending = (database: IDBDatabase, run: SendRun): Sending => ({
  uid: run.renewal.uid,
  host: {
    call: createCaller(run),
    readFile: async (id) => {
      const store = database.transaction('files').objectStore('files');
      return outboxFileSchema.safeParse(await awaitRequest(store.get(id))).data ?? null;
    },
    upload: (_, path, file) => upload(run.token, path, file),
    storeUser: noop,
    storeTicket: noop,
    storeSetup: noop,
    storeBots: noop,
    storeJournal: noop,
    storeLearning: noop,
    storePost: noop,
    storeMessage: noop,
    storeQuestion: noop,
  },
  readItems: (uid) => readMemberItems(database, uid),
  storeItem: (item) => storeItem(database, item),
  stopped: new AbortController().signal,
  evenOffline: true,
  isOver: () => run.ended,
  onFault: () => undefined,
});

const notifyPages = () => postToPages({ type: SEND_OUTBOX });

const PAGE_HEAD_START_MS = 1000;

/** Uses the same locks as pages. @throws Error if an item remains, so that the browser retries */
async function sendItems(renewal: Renewal, database: IDBDatabase): Promise<void> {
  if (!(await readMemberItems(database, renewal.uid)).some(isUnsent)) return;
  const tokens = await exchangeRefreshToken(renewal);
  if (!tokens) return deleteRenewalIfUnchanged(renewal);
  await retryNow(database, renewal.uid);
  const run: SendRun = { renewal, token: tokens.idToken, ended: false };
  const sending = createSending(database, run);
  for (const lane of LANES) {
    // A run that fails halfway may still have sent something.
    let attempts = 1;
    try {
      attempts = await sendDue(sending, lane);
    } finally {
      // Pages don't notice a worker's writes.
      if (attempts > 0) await notifyPages();
    }
  }
  if (run.ended) return deleteRenewalIfUnchanged(renewal);
  const unsent = (await readMemberItems(database, renewal.uid)).filter(isUnsent);
  if (unsent.some((item) => !isStale(item, Date.now()))) throw new Error('Unsent items remain');
}

async function sendOutbox(): Promise<void> {
  if ((await notifyPages()) > 0)
    await new Promise((resolve) => setTimeout(resolve, PAGE_HEAD_START_MS));
  const renewal = await readRenewal();
  const database = renewal && (await openExisting(OUTBOX_NAME));
  if (!renewal || !database) return;
  try {
    await sendItems(renewal, database);
  } finally {
    database.close();
  }
}

self.addEventListener('sync', (event: Event) => {
  if (isSyncEvent(event) && event.tag === OUTBOX_TAG) event.waitUntil(sendOutbox());
});
