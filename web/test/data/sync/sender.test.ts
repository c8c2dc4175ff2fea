// @vitest-environment jsdom
import { UPLOAD_MISSING } from '@quantalgo/contracts/submissions/submission';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseZone } from '../../../src/data/settings/settings';
import type { OutboxItem } from '../../../src/data/outbox/item';
import {
  enqueueItem,
  discardItems,
  readItemFile,
  readOutboxItems,
  storeItem,
} from '../../../src/data/outbox/outbox';
import type { SendingHost } from '../../../src/data/sync/deliver';
import { sendDue } from '../../../src/data/sync/lanes';
import { runSender } from '../../../src/data/sync/sender';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import {
  getCurrentUser,
  clearUser,
  storeUser,
  getZoneChoice,
} from '../../../src/data/auth/currentSession';
import { openOutbox } from '../../../src/data/outbox/database';
import { aServer, envelope, type Seen } from '../../support/aServer';
import { aUser } from '../../support/aUser';
import { held, resetAuth } from '../../support/fakeAuth';

const uploads = vi.hoisted(
  (): { paths: string[]; fails: boolean; hangs: boolean; throws: boolean; cut: () => void } => ({
    paths: [],
    fails: false,
    hangs: false,
    throws: false,
    cut: () => undefined,
  }),
);

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));
vi.mock('../../../src/data/auth/fileStorage', () => ({
  upload: (path: string) => {
    uploads.paths.push(path);
    if (uploads.throws) throw new TypeError('x.y is not a function');
    if (uploads.hangs)
      return new Promise((_, reject) => {
        uploads.cut = () => reject(new Error('cut'));
      });
    return uploads.fails ? Promise.reject(new Error('cut')) : Promise.resolve();
  },
}));

const ada = aUser();
const PROOF = { kind: 'proof', traderId: 'PO-1234' } as const;
const FUNDED = { brokerAccount: 'PO-77', depositAmount: 500, accessPath: 'auto' } as const;
const SETUP = { kind: 'setup', ...FUNDED } as const;
const PICTURE = { kind: 'picture', slot: '20261120T1405Z' } as const;
const AT = '2026-11-20T12:00:00.000Z';
const PROOF_ROW = { proofId: 'x', state: 'checking' };
const SETUP_ROW = {
  id: 'x',
  ...FUNDED,
  state: 'checking',
  reason: null,
  createdAt: AT,
  updatedAt: AT,
};
const FILE = { type: 'image/png', bytes: new Uint8Array([1, 2, 3]).buffer };

let server: Awaited<ReturnType<typeof aServer>>;
let status: number;
let underWay: () => void;
let code: string | undefined;
let reply: { data: unknown };
let stop: AbortController;

beforeEach(async () => {
  resetAuth();
  uploads.paths = [];
  Object.assign(uploads, { fails: false, hangs: false, throws: false });
  status = 200;
  underWay = () => undefined;
  code = undefined;
  reply = { data: PROOF_ROW };
  stop = new AbortController();
  server = await aServer(({ line, headers }, response) => {
    underWay();
    const id = headers['idempotency-key'];
    if (line === 'POST /api/uploads')
      envelope(response, { data: { id, path: `pending/${ada.id}/${String(id)}` } });
    else if (status === 200)
      envelope(response, line.endsWith('/setups') ? { data: SETUP_ROW } : reply);
    else envelope(response, { status, code, error: 'Refused for a reason' });
  });
  storeUser(ada);
  held.uid = ada.id;
});
afterEach(async () => {
  stop.abort();
  const { database } = await openOutbox();
  await database.items.clear();
  await database.files.clear();
  clearUser('logged-out');
  await server.close();
});

const submitted = (): Seen[] => server.seen.filter(({ line }) => line === 'POST /api/proofs');
const getItemState = async (id: string) =>
  (await readOutboxItems(ada.id)).find((item) => item.id === id)?.state;
const waitForState = (id: string, state: string) =>
  vi.waitFor(async () => expect(await getItemState(id)).toBe(state));

describe('runSender', () => {
  it.each([
    ['proof', PROOF, (id: string) => ({ proofId: id, traderId: 'PO-1234' })],
    ['setup', SETUP, (id: string) => ({ setupId: id, ...FUNDED })],
    ['picture', PICTURE, (id: string) => ({ pictureId: id, slot: PICTURE.slot })],
  ] as const)(
    'uploads the file of a %s, sends the call that references it, and deletes the bytes',
    async (kind, content, bodyOf) => {
      const { id, isPersisted } = await enqueueItem(ada.id, content, FILE);
      expect(isPersisted).toBe(true);
      await runSender(ada.id, stop.signal);
      await waitForState(id, 'sent');
      expect(uploads.paths).toEqual([`pending/${ada.id}/${id}`]);
      const [request] = server.seen.filter(({ line }) => line === 'POST /api/uploads');
      expect(request?.headers['idempotency-key']).toBe(id);
      expect(JSON.parse(request?.body ?? '')).toEqual({ kind, type: 'image/png', size: 3 });
      const calls = server.seen.filter(({ line }) => line === `POST /api/${kind}s`);
      expect(calls).toHaveLength(1);
      expect(calls[0]?.headers['idempotency-key']).toBe(id);
      expect(JSON.parse(calls[0]?.body ?? '')).toEqual(bodyOf(id));
      expect(await readItemFile(id)).toBeNull();
    },
  );

  it.each([
    ['proof', PROOF, 'The screenshot is no longer on this device. Please choose it again.'],
    ['setup', SETUP, 'The deposit proof is no longer on this device. Please choose it again.'],
    ['picture', PICTURE, 'The picture is no longer on this device. Please choose it again.'],
  ] as const)('refuses a %s without its file, with a reason', async (_, content, reason) => {
    const { id } = await enqueueItem(ada.id, content);
    await runSender(ada.id, stop.signal);
    await waitForState(id, 'refused');
    expect((await readOutboxItems(ada.id))[0]?.reason).toBe(reason);
    expect(server.seen).toEqual([]);
  });

  it('keeps an item after a failed upload and retries it once the network is back', async () => {
    uploads.fails = true;
    const { id } = await enqueueItem(ada.id, PROOF, FILE);
    await runSender(ada.id, stop.signal);
    await vi.waitFor(async () => expect((await readOutboxItems(ada.id))[0]?.attempts).toBe(1));
    expect(await readItemFile(id)).not.toBeNull();
    uploads.fails = false;
    window.dispatchEvent(new Event('online'));
    await waitForState(id, 'sent');
    expect(submitted()).toHaveLength(1);
  });

  it('keeps items pending while offline and sends them once online', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { id } = await enqueueItem(ada.id, PROOF, FILE);
    await runSender(ada.id, stop.signal);
    expect(await getItemState(id)).toBe('waiting');
    expect(uploads.paths).toEqual([]);
    online.mockRestore();
    window.dispatchEvent(new Event('online'));
    await waitForState(id, 'sent');
  });

  it('stores the server’s reason for a refusal', async () => {
    status = 409;
    const { id } = await enqueueItem(ada.id, PROOF, FILE);
    await runSender(ada.id, stop.signal);
    await waitForState(id, 'refused');
    expect((await readOutboxItems(ada.id))[0]?.reason).toBe('Refused for a reason');
  });

  it('keeps the file and requests a new upload if the server can’t find the upload', async () => {
    status = 409;
    code = UPLOAD_MISSING;
    const { id } = await enqueueItem(ada.id, PROOF, FILE);
    await runSender(ada.id, stop.signal);
    await vi.waitFor(async () => expect((await readOutboxItems(ada.id))[0]?.attempts).toBe(1));
    expect([await getItemState(id), await readItemFile(id)]).toMatchObject(['waiting', { id }]);
    status = 200;
    window.dispatchEvent(new Event('online'));
    await waitForState(id, 'sent');
    expect(server.seen.filter(({ line }) => line === 'POST /api/uploads')).toHaveLength(2);
  });

  it('sends in a browser without AbortSignal.any', async () => {
    const any = Object.getOwnPropertyDescriptor(AbortSignal, 'any');
    Reflect.deleteProperty(AbortSignal, 'any');
    const { id } = await enqueueItem(ada.id, PROOF, FILE);
    await runSender(ada.id, stop.signal);
    await waitForState(id, 'sent');
    if (any) Object.defineProperty(AbortSignal, 'any', any);
  });

  it('sends items added while it runs', async () => {
    await runSender(ada.id, stop.signal);
    const { id } = await enqueueItem(ada.id, PROOF, FILE);
    await waitForState(id, 'sent');
  });

  it('keeps another member’s item without sending it', async () => {
    const { id } = await enqueueItem('uid-of-ben', PROOF, FILE);
    const { id: own } = await enqueueItem(ada.id, PROOF, FILE);
    await runSender(ada.id, stop.signal);
    await waitForState(own, 'sent');
    expect(await readOutboxItems('uid-of-ben')).toMatchObject([{ id, state: 'waiting' }]);
    expect(await readItemFile(id)).not.toBeNull();
    expect(uploads.paths).toEqual([`pending/${ada.id}/${own}`]);
  });

  it('sends calls while an upload hangs', async () => {
    uploads.hangs = true;
    const proof = await enqueueItem(ada.id, PROOF, FILE);
    const change = await enqueueItem(ada.id, { kind: 'settings', body: { zone: 'utc' } });
    reply = { data: ada };
    await runSender(ada.id, stop.signal);
    await waitForState(change.id, 'sent');
    expect(await getItemState(proof.id)).toBe('sending');
  });

  it('does not restore an item discarded while it was being sent', async () => {
    uploads.hangs = true;
    const { id } = await enqueueItem(ada.id, PICTURE, FILE);
    await runSender(ada.id, stop.signal);
    await vi.waitFor(() => expect(uploads.paths).toHaveLength(1));
    await discardItems(id);
    uploads.cut();
    const { id: next } = await enqueueItem(ada.id, PROOF, FILE);
    await vi.waitFor(() => expect(uploads.paths).toHaveLength(2));
    expect((await readOutboxItems(ada.id)).map((item) => item.id)).toEqual([next]);
  });

  it('keeps an item sent if another tab sent it while this one’s upload hung', async () => {
    uploads.hangs = true;
    const { id } = await enqueueItem(ada.id, PROOF, FILE);
    await runSender(ada.id, stop.signal);
    await vi.waitFor(() => expect(uploads.paths).toHaveLength(1));
    const [item] = await readOutboxItems(ada.id);
    if (item) await storeItem({ ...item, state: 'sent' });
    uploads.cut();
    await enqueueItem(ada.id, PICTURE, FILE);
    await vi.waitFor(() => expect(uploads.paths).toHaveLength(2));
    expect(await getItemState(id)).toBe('sent');
  });

  it('does not resend an item that another tab has just sent', async () => {
    await enqueueItem(ada.id, { kind: 'settings', body: { zone: 'utc' } });
    const unused = vi.fn();
    const host: SendingHost = {
      call: unused,
      readFile: readItemFile,
      upload: unused,
      storeUser: unused,
      storeTicket: unused,
      storeSetup: unused,
      storeBots: unused,
      storeJournal: unused,
      storeLearning: unused,
      storePost: unused,
      storeMessage: unused,
      storeQuestion: unused,
    };
    const sending = {
      uid: ada.id,
      host,
      readItems: readOutboxItems,
      storeItem: async (item: OutboxItem) => {
        await storeItem({ ...item, state: 'sent' });
        return storeItem(item);
      },
      stopped: stop.signal,
      evenOffline: true,
      isOver: () => false,
      onFault: unused,
    };
    await sendDue(sending, 'calls');
    expect(unused).not.toHaveBeenCalled();
    expect(await readOutboxItems(ada.id)).toMatchObject([{ state: 'sent', attempts: 0 }]);
  });

  it.each(['online', 'offline online'])('retries soon after %s meanwhile', async (events) => {
    status = 503;
    const { id } = await enqueueItem(ada.id, { kind: 'settings', body: { zone: 'utc' } });
    const [item] = await readOutboxItems(ada.id);
    if (item) await storeItem({ ...item, attempts: 9 });
    underWay = () => {
      for (const event of events.split(' ')) window.dispatchEvent(new Event(event));
      underWay = () => undefined;
    };
    await runSender(ada.id, stop.signal);
    await vi.waitFor(async () => expect((await readOutboxItems(ada.id))[0]?.attempts).toBe(1));
    status = 200;
    reply = { data: aUser({ zone: 'utc' }) };
    await vi.waitFor(async () => expect(await getItemState(id)).toBe('sent'), 4000);
  });

  it('sends within seconds after two database failures', async () => {
    const { database } = await openOutbox();
    const { id } = await enqueueItem(ada.id, { kind: 'settings', body: { zone: 'utc' } });
    let left = 2;
    const fail = () => {
      left -= 1;
      if (left === 0) database.items.hook('updating').unsubscribe(fail);
      throw new Error('The disk hiccups');
    };
    database.items.hook('updating', fail);
    reply = { data: aUser({ zone: 'utc' }) };
    await runSender(ada.id, stop.signal);
    await vi.waitFor(async () => expect(await getItemState(id)).toBe('sent'), 4500);
  });

  it('sends even if the database was unreadable when the sender started', async () => {
    const { database } = await openOutbox();
    await enqueueItem(ada.id, { kind: 'settings', body: { zone: 'utc' } });
    const [item] = await readOutboxItems(ada.id);
    if (item) await storeItem({ ...item, state: 'sent' });
    const fail = () => {
      throw new Error('The disk hiccups');
    };
    database.items.hook('reading', fail);
    await runSender(ada.id, stop.signal);
    await new Promise((resolve) => setTimeout(resolve, 300));
    database.items.hook('reading').unsubscribe(fail);
    reply = { data: aUser({ zone: 'device' }) };
    const { id } = await enqueueItem(ada.id, { kind: 'settings', body: { zone: 'device' } });
    await vi.waitFor(async () => expect(await getItemState(id)).toBe('sent'), 4500);
  });

  it('sends nothing if another member logged in just before the call', async () => {
    const { database } = await openOutbox();
    const { id } = await enqueueItem(ada.id, { kind: 'settings', body: { zone: 'utc' } });
    const begins = (changes: object) => {
      if ('state' in changes && changes.state === 'sending')
        storeUser(aUser({ id: (held.uid = 'bob') }));
    };
    database.items.hook('updating', begins);
    await runSender(ada.id, stop.signal);
    await waitForState(id, 'sending');
    await new Promise((resolve) => setTimeout(resolve, 100));
    database.items.hook('updating').unsubscribe(begins);
    expect(server.seen).toEqual([]);
  });

  it('marks an item sent even if its response can’t be stored', async () => {
    const fail = () => {
      throw new Error('The disk is full');
    };
    await withDatabase(ada.id, ({ meta }) => Promise.resolve(meta.hook('creating', fail)));
    reply = { data: [] };
    const content = {
      kind: 'bot',
      botId: crypto.randomUUID(),
      change: { base: null, configuration: null },
    } as const;
    const { id } = await enqueueItem(ada.id, content);
    await runSender(ada.id, stop.signal);
    await waitForState(id, 'sent');
    await withDatabase(ada.id, ({ meta }) =>
      Promise.resolve(meta.hook('creating').unsubscribe(fail)),
    );
    expect(server.seen).toHaveLength(1);
  });

  it('counts an app fault as a failed attempt and records it', async () => {
    uploads.throws = true;
    await enqueueItem(ada.id, PROOF, FILE);
    await runSender(ada.id, stop.signal);
    await vi.waitFor(async () =>
      expect(await readOutboxItems(ada.id)).toMatchObject([
        { state: 'waiting', attempts: 1, fault: 'TypeError: x.y is not a function' },
      ]),
    );
  });
});

describe('time zone choice', () => {
  const choose = async (zone: 'utc' | 'device') => {
    await chooseZone(ada, zone);
    return (await readOutboxItems(ada.id)).at(-1)?.id ?? '';
  };
  const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

  it('applies at once here, and becomes the member’s zone once the server has responded', async () => {
    reply = { data: { ...ada, zone: 'utc' } };
    const online = offline();
    const id = await choose('utc');
    await runSender(ada.id, stop.signal);
    expect([getZoneChoice(), getCurrentUser()?.zone]).toEqual(['utc', 'wat']);
    online.mockRestore();
    window.dispatchEvent(new Event('online'));
    await waitForState(id, 'sent');
    await vi.waitFor(() => expect(localStorage.getItem('quantalgo.zone')).toBeNull());
    expect([getZoneChoice(), getCurrentUser()?.zone]).toEqual(['utc', 'utc']);
    // Chosen on another device.
    storeUser({ ...ada, zone: 'device' });
    expect(getZoneChoice()).toBe('device');
  });

  it('is reverted if the server refuses it', async () => {
    status = 400;
    const id = await choose('device');
    await runSender(ada.id, stop.signal);
    await waitForState(id, 'refused');
    await vi.waitFor(() => expect(getZoneChoice()).toBe('wat'));
  });

  it('falls back to the previous choice when discarded', async () => {
    const online = offline();
    await choose('device');
    const id = await choose('utc');
    await runSender(ada.id, stop.signal);
    expect(getZoneChoice()).toBe('utc');
    await discardItems(id);
    await vi.waitFor(() => expect(getZoneChoice()).toBe('device'));
    online.mockRestore();
  });

  it('does not apply to another member', async () => {
    const online = offline();
    await choose('utc');
    storeUser(aUser({ id: 'uid-of-ben' }));
    expect(getZoneChoice()).toBe('wat');
    online.mockRestore();
  });
});
