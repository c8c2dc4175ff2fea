import { randomUUID } from 'node:crypto';
import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import { createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { NEWS_AUDIENCES } from '@quantalgo/contracts/console/console';
import { endpoints, type EndpointName } from '@quantalgo/contracts/allEndpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { png } from '../../images';
import { PUSH_ON } from '../push/browser';
import { randomName, logInNewMember } from './members';
import { type Api, startApi } from './suite';
import { uploadFile } from './uploads';

const REUSED = 'This request was already sent with different content';

/** A Monday, ten minutes before the first live session. */
const NOW = Date.parse('2026-11-23T07:50:00Z');
const LIVE = 'european-open-20261123';

let api: Api;
type Member = Awaited<ReturnType<typeof logInNewMember>>;
let member: Member;
let staff: Member;

beforeAll(async () => {
  api = await startApi('demo-idempotency', { clock: () => NOW, push: PUSH_ON });
  staff = await logInNewMember(api, { staff: true });
});
// A new member per test: newcomers may post once a minute.
beforeEach(async () => {
  member = await logInNewMember(api, { tier: 'essential' });
});
afterAll(() => api.close());

interface Sample {
  readonly by?: 'staff';
  /** Two different bodies. */
  readonly bodies: readonly [object, object];
  /** Path parameters. */
  readonly params?: Readonly<Record<string, string>>;
}

const send = (name: EndpointName, { by, params = {} }: Sample, body: object, key: string) => {
  const { method, path } = endpoints[name];
  const address = path.replaceAll(/:(\w+)/g, (_, part: string) => params[part] ?? '');
  const { token } = by === 'staff' ? staff : member;
  return api.call(address, { method, token, body, headers: { 'idempotency-key': key } });
};

const CONFIGURATION = createConfiguration(NOW);
const twoTexts = (more: object): [object, object] => [
  { ...more, text: 'One' },
  { ...more, text: 'Another' },
];

const ticket = { category: 'signals', message: 'My broker showed different prices.' };

async function openTicket(): Promise<string> {
  const id = randomUUID();
  const body = { ...ticket, subject: 'A price' };
  expect((await send('openTicket', { bodies: [body, body] }, body, id)).status).toBe(200);
  return id;
}

async function submission(
  kind: 'proof' | 'setup' | 'picture',
  toBody: (id: string, variant: number) => object,
): Promise<Sample> {
  const type = kind === 'picture' ? 'image/jpeg' : 'image/png';
  const id = await uploadFile(api, member, png(), { kind, type });
  return { bodies: [toBody(id, 1), toBody(id, 2)] };
}

const SAMPLES: Readonly<Partial<Record<EndpointName, () => Sample | Promise<Sample>>>> = {
  updateAccount: () => ({ bodies: [{ fullName: 'Ada One' }, { fullName: 'Ada Two' }] }),
  openUpload: () => ({
    bodies: [
      { kind: 'proof', type: 'image/png', size: 100 },
      { kind: 'proof', type: 'image/png', size: 200 },
    ],
  }),
  submitProof: () => submission('proof', (proofId, n) => ({ proofId, traderId: `PO-1234${n}` })),
  submitSetup: () =>
    submission('setup', (setupId, n) => ({
      setupId,
      brokerAccount: `PO-${n}`,
      depositAmount: 500,
      accessPath: 'auto',
    })),
  submitPicture: () =>
    submission('picture', (pictureId, n) => ({ pictureId, slot: `20261120T134${n * 5 - 5}Z` })),
  openTicket: () => ({
    bodies: [
      { ...ticket, subject: 'A price' },
      { ...ticket, subject: 'Another' },
    ],
  }),
  replyToTicket: async () => ({
    params: { id: await openTicket() },
    bodies: [{ message: 'One' }, { message: 'Another' }],
  }),
  writeJournal: () => {
    const writes = (note: string) => [
      { id: '20261120T1340Z', change: { status: 'taken', note }, saw: {} },
    ];
    return { bodies: [{ writes: writes('One') }, { writes: writes('Another') }] };
  },
  writeLearning: () => {
    const done = { lesson: 'what-breaks-even', done: true };
    return {
      bodies: [
        { ...done, day: '2026-11-20' },
        { ...done, day: '2026-11-21' },
      ],
    };
  },
  changeBot: () => ({
    params: { id: randomUUID() },
    bodies: [
      { base: null, configuration: CONFIGURATION },
      { base: null, configuration: null },
    ],
  }),
  publish: async () => {
    const body = { name: randomName() };
    await api.call('/api/publisher', { method: 'PATCH', token: member.token, body });
    const other = { ...CONFIGURATION, maxOpenTrades: 9 };
    return { bodies: [{ configuration: CONFIGURATION }, { configuration: other }] };
  },
  actInNetwork: () => ({ bodies: twoTexts({ action: 'write', to: null, signal: null }) }),
  sendChatAction: () => ({ bodies: twoTexts({ action: 'write', mentions: [] }) }),
  actInLive: async () => {
    await openLive();
    return { bodies: twoTexts({ action: 'ask', session: LIVE }) };
  },
  hostLive: async () => {
    await openLive();
    return { by: 'staff', bodies: twoTexts({ action: 'note', session: LIVE }) };
  },
  changePinned: () => ({ by: 'staff', bodies: twoTexts({ action: 'pin' }) }),
  saveCannedAnswer: () => ({ by: 'staff', bodies: twoTexts({ title: 'Deposit' }) }),
  sendNews: () => ({
    by: 'staff',
    bodies: twoTexts({ title: 'A new course', audience: NEWS_AUDIENCES[0] }),
  }),
  changeUserAccess: async () => ({
    by: 'staff',
    params: { id: (await logInNewMember(api)).uid },
    bodies: [SETTABLE_ACCESS.starter, SETTABLE_ACCESS.essential],
  }),
};

async function openLive(): Promise<void> {
  const body = { action: 'open', session: LIVE };
  const sample = { by: 'staff', bodies: [body, body] } as const;
  expect((await send('hostLive', sample, body, randomUUID())).status).toBe(200);
}

const isEndpoint = (name: string): name is EndpointName => name in endpoints;
const SAMPLED = Object.keys(SAMPLES).filter(isEndpoint);

/** Endpoints with all content in the path. */
const WITHOUT_BODY: readonly EndpointName[] = ['closeTicket'];

describe('idempotency key', () => {
  it('is tested for every idempotent endpoint', () => {
    const keyed = Object.entries(endpoints).flatMap(([name, endpoint]) =>
      'idempotent' in endpoint ? [name] : [],
    );
    expect([...SAMPLED, ...WITHOUT_BODY].sort()).toEqual(keyed.sort());
  });

  it.each(SAMPLED)('of %s is rejected for different content', async (endpoint) => {
    const sample = await SAMPLES[endpoint]?.();
    if (!sample) throw new Error(`No sample of ${endpoint}`);
    const [body, other] = sample.bodies;
    const key = randomUUID();
    const first = await send(endpoint, sample, body, key);
    expect(first.status, first.envelope?.message).toBe(200);
    const changed = await send(endpoint, sample, other, key);
    expect([changed.status, changed.envelope?.message]).toEqual([409, REUSED]);
    const again = await send(endpoint, sample, body, key);
    expect(again.status, again.envelope?.message).toBe(200);
  });

  it('of closeTicket is rejected for a different ticket', async () => {
    const key = randomUUID();
    const close = (id: string) =>
      api.call(`/api/tickets/${id}/close`, {
        method: 'POST',
        token: member.token,
        headers: { 'idempotency-key': key },
      });
    const [one, other] = [await openTicket(), await openTicket()];
    expect((await close(one)).status).toBe(200);
    const { status, envelope } = await close(other);
    expect([status, envelope?.message]).toEqual([409, REUSED]);
  });
});
