import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { Timestamp } from 'firebase-admin/firestore';
import { add, addDuplicate, drop, edit, toFieldRecord, type Spoil } from './spoil';
import { DIGEST, MEMBER, NOON, PROOF } from './wholeSnapshot';

const toTimestamp = (time: number) => Timestamp.fromMillis(time);
const LONG_AGO = NOON - 3 * 24 * HOUR_MS;

/** Data that breaks each invariant, by its text. */
export const SPOILT: Readonly<Record<string, readonly Spoil[]>> = {
  'Every document is what its readers take it for': [
    edit('users', { tier: 'platinum' }),
    edit('signals', { confidence: 96 }),
  ],
  'The ledger holds from its genesis to its last entry': [
    edit('ledger', { at: '2026-01-01T00:00:00.000Z' }, '7'),
    drop('ledger', ({ seq }) => seq === 9),
  ],
  'The head of the ledger is its last entry': [
    edit('ledgerHeads', { seq: 3 }),
    edit('ledgerHeads', { hash: '0'.repeat(64) }),
    drop('ledgerHeads'),
  ],
  'The performance figures are what the ledger adds up to': [
    edit('stats', { won: 1 }),
    edit('stats', { missedSlots: 1 }),
    drop('stats'),
  ],
  'The heartbeat carries the figures as they are, and counts the signals of its days': [
    edit('status', { figures: null }),
    edit('status', { inventory: null }),
    edit('stats', { won: 1 }),
    edit('signals', { settlement: null }),
    drop('signals'),
  ],
  'Each day’s time-stamp stands on the entry that it was made of': [
    (raw) =>
      add('stamps', '2026-11-20', {
        day: '2026-11-20',
        ledgerId: toFieldRecord(raw.collections['ledgerHeads']?.[0]?.data)['ledgerId'],
        seq: 0,
        hash: '0'.repeat(64),
        authority: 'nobody',
        genTime: toTimestamp(NOON),
        token: '',
      })(raw),
  ],
  'Each correction is marked once and has its entry': [
    add('corrections', '20261120T1000Z', { slot: '20261120T1000Z', ledgerSeq: 4 }),
  ],
  'The log has the ledger’s entries in order, as far as it goes, and is signed for what it has': [
    edit('logs', { edge: [] }),
    edit('logs', { size: 3 }),
    edit('logs', { ledgerId: 'another' }),
    edit('logs', { checkpoint: 'no note' }),
    edit('ledger', { at: '2026-01-01T00:00:00.000Z' }, '7'),
  ],
  'Each signal is what its publication sealed, and each publication has its signal': [
    edit('signals', { entryPrice: 1 }),
    edit('signals', { salt: '0'.repeat(64) }),
    edit('signals', { commitment: '0'.repeat(64) }),
    edit('signals', { ledgerSeq: 2 }),
    drop('signals'),
    drop('ledger', ({ type }) => type === 'publication'),
  ],
  'Each settled signal has exactly one settlement in the ledger, with its outcome': [
    edit('signals', { settlement: null }),
    drop('ledger', ({ type }) => type === 'settlement'),
    (raw) => {
      const stored = raw.collections['ledger'] ?? [];
      const settlement = stored.find(({ data }) => toFieldRecord(data)['type'] === 'settlement');
      return add('ledger', 'again', toFieldRecord(settlement?.data))(raw);
    },
  ],
  'Each signal says of its entry what its confirmation in the ledger says': [
    drop('ledger', ({ type }) => type === 'confirmation'),
  ],
  'Each missed slot is noted and told in the ledger': [
    add('misses', '20261120T1000Z', { slot: '20261120T1000Z', reason: 'No candles' }),
  ],
  'Claims say what the member’s record says': [
    (raw) => ({
      ...raw,
      accounts: raw.accounts.map((one) => ({ ...one, claims: undefined })),
    }),
    edit('users', { staff: true }),
  ],
  'Changes of access follow each other without a gap': [
    addDuplicate('accessEvents', 'again'),
    (raw) => {
      const { after } = toFieldRecord(raw.collections['accessEvents']?.[0]?.data);
      const state = toFieldRecord(after);
      const later = { ...state, accessVersion: 4 };
      return addDuplicate('accessEvents', 'later', { before: state, after: later })(raw);
    },
  ],
  'A member’s access is what its last change made it, the first version where there was none': [
    edit('users', { accessVersion: 3 }),
    drop('accessEvents'),
  ],
  'Nobody’s access is a state that the product does not have': [
    edit('users', { tier: 'guest' }),
    edit('users', { hasDeposited: false }),
  ],
  'A member’s row says when their oldest proof was sent that staff have not decided': [
    edit('users', { proofWaitingSince: null }),
    edit('proofs', { state: 'approved' }),
  ],
  'Each member has one address, a credential and an account, and nobody else has any of them': [
    (raw) => ({ ...raw, accounts: [] }),
    drop('addresses'),
    addDuplicate('addresses', 'x'.repeat(43)),
    drop('credentials'),
    addDuplicate('credentials', 'nobody-at-all'),
    drop('users'),
  ],
  'Firebase Auth knows no address': [
    (raw) => ({
      ...raw,
      accounts: raw.accounts.map((one) => ({ ...one, email: 'ada@quantalgo.test' })),
    }),
  ],
  'No two members share an address': [addDuplicate('users', 'member-2')],
  'An admission code is its member’s own': [edit('users', { admissionCode: 'QA-BBB-BBB' })],
  'Nothing is kept of members who are gone': [
    drop('users'),
    add('sessions', 'of-gone', {
      uid: 'gone',
      signedInAt: toTimestamp(NOON),
      lastSeenAt: toTimestamp(NOON),
      endedAt: null,
      expireAt: toTimestamp(NOON),
    }),
    add('dashboardCodes', 'gone', {
      digest: null,
      tries: 0,
      validUntil: toTimestamp(NOON),
      triesUntil: toTimestamp(NOON),
      expireAt: toTimestamp(NOON),
      tier: 'starter',
      issuedBy: 'staff',
      issuedAt: toTimestamp(NOON),
    }),
    edit('pushes', { uid: 'gone' }),
    edit('posts', { uid: 'gone' }),
  ],
  'The changes of a journal have a place each, and its head knows the last and counts its entries':
    [
      edit('journal', { seq: 3 }),
      edit('journalHeads', { entries: 2 }),
      addDuplicate('journal', `${MEMBER}_20261120T1205Z`),
      drop('journal'),
      drop('journalHeads'),
    ],
  'Of a post that is gone nothing is left but its place': [edit('posts', { gone: 'deleted' })],
  'Each pinned note stands above the chat and as its message, which names nobody, and no other does':
    [
      edit('rooms', { board: { notes: [], changedAt: toTimestamp(NOON) } }),
      edit('messages', { text: 'Something else' }),
      edit('messages', { uid: MEMBER }),
      drop('messages'),
      drop('rooms'),
    ],
  'Of a note of a live session that is gone no words are left': [
    edit('liveNotes', { gone: 'removed' }),
  ],
  'A deletion that was begun is finished within a day': [
    add('deletions', 'gone', {
      uid: 'gone',
      email: 'gone@quantalgo.test',
      startedAt: toTimestamp(LONG_AGO),
    }),
  ],
  'The anchors of the list of users are numbered without a hole, oldest first': [
    drop('userAnchors', ({ uid }) => uid === MEMBER),
    edit('userAnchors', { createdAt: toTimestamp(LONG_AGO) }, '1'),
  ],
  'A display name is its publisher’s own, and a publisher’s name is held for them': [
    edit('displayNames', { uid: 'member-2' }),
    drop('displayNames'),
    addDuplicate('displayNames', 'other'),
    edit('publishers', { name: 'Bola' }),
  ],
  'Each published configuration stands once where its publisher says, as it was published, and no other':
    [
      edit('leaderboardPacks', { rows: [] }),
      addDuplicate('leaderboardPacks', '1'),
      edit('publishers', { publications: [] }),
      edit('publishers', { name: 'Bola' }),
    ],
  'No member has more configurations published than they may': [
    edit('publishers', { ids: [] }),
    (raw) => {
      const { ids, publications } = toFieldRecord(raw.collections['publishers']?.[0]?.data);
      const four = (one: unknown) => (Array.isArray(one) ? Array(4).fill(one[0]) : one);
      return edit('publishers', { ids: four(ids), publications: four(publications) })(raw);
    },
  ],
  'The leaderboard counts every published configuration, and shows none that is not there': [
    edit('leaderboard', { tried: 0 }),
    edit('leaderboard', { withdrawn: 1 }),
    edit('leaderboard', { packs: 2 }),
    edit('leaderboardPacks', { rows: [] }),
  ],
  'A remembered call is named by its member and its key': [
    addDuplicate('idempotency', `somebody-else_${PROOF}`),
    addDuplicate('idempotency', MEMBER),
  ],
  'One key entered one proof, and each proof was entered by one key': [
    addDuplicate('idempotency', `${MEMBER}_${PROOF}`),
    drop('proofs'),
    edit('proofs', { uid: 'somebody else' }),
  ],
  'A ticket begins with the message that opened it, holds none twice and no more than it may': [
    edit('tickets', { messages: [] }),
    (raw) => {
      const ticket = raw.collections['tickets']?.[0];
      const messages: unknown = toFieldRecord(ticket?.data)['messages'];
      const twice = Array.isArray(messages) ? messages.concat(messages) : [];
      return edit('tickets', { messages: twice })(raw);
    },
  ],
  'Where codes, tokens and passwords are guarded, digests and sealed texts alone are kept': [
    edit('addressChanges', { digest: 'ABCD2345' }),
    edit('dashboardCodes', { code: 'ABCD2345' }),
    add('registrations', 'new', { password: 'Trader2026' }),
    edit('credentials', { password: 'Trader2026' }),
    add('resets', DIGEST, { token: 'a-token', uid: MEMBER, email: 'ada@quantalgo.test' }),
  ],
  'Addresses stand only where they belong': [
    edit('accessEvents', { by: 'staff@quantalgo.test' }),
    edit('signals', { reasons: ['Ask ada@quantalgo.test'] }),
    add('rateLimits', 'loginsOfAccount_ada@quantalgo.test', {
      times: [],
      expireAt: toTimestamp(NOON),
    }),
  ],
  'What is found by an address or a code is named by a digest of it': [
    addDuplicate('addresses', 'ada'),
    add('transfers', 'ABCD2345', {
      uid: MEMBER,
      validUntil: toTimestamp(NOON),
      expireAt: toTimestamp(NOON),
    }),
  ],
  'No queued mail holds its secret in clear': [edit('mail', { parameters: { code: 'ABCD2345' } })],
  'Each mail is due, under way or done, and one that is done keeps no secret': [
    edit('mail', { state: 'sent', attempts: 1 }),
    edit('mail', { state: 'dead', dueAt: null }),
    edit('mail', { dueAt: null }),
    edit('mail', { state: 'sent', sealed: null, dueAt: null }),
    edit('mail', { attempts: 11 }),
  ],
  'Each subscription is of somebody with an account, and named by its endpoint': [
    (raw) => ({ ...raw, accounts: [] }),
    edit('pushSubscriptions', { endpoint: 'https://fcm.googleapis.com/fcm/send/other' }),
  ],
  'A device is sent signals only while its session and its member’s access go on': [
    edit('users', { tier: 'essential' }),
    edit('users', { zone: 'utc' }),
    (raw) => {
      const [pack] = raw.collections['pushPacks'] ?? [];
      const devices = Object.entries(toFieldRecord(toFieldRecord(pack?.data)['devices'])).map(
        ([id, device]) => [id, { ...toFieldRecord(device), news: 'members' }],
      );
      return edit('pushPacks', { devices: Object.fromEntries(devices) })(raw);
    },
    edit('sessions', { endedAt: toTimestamp(NOON) }),
    drop('sessions'),
    drop('users'),
  ],
  'Each device is packed once': [addDuplicate('pushPacks', 'x')],
  'Each pack holds the devices of its members’ keys, under their endpoints, and knows how many': [
    edit('pushPacks', { size: 2 }),
    edit('pushPacks', { end: 'g' }),
    addDuplicate('pushPacks', 'xy', { end: 'xyg' }),
  ],
  'Each subscription whose session goes on is packed': [
    drop('pushPacks'),
    edit('pushPacks', { devices: {}, size: 0 }),
  ],
  'Each push is due until it is over, and never again': [
    edit('broadcasts', { dueAt: toTimestamp(NOON) }),
    edit('broadcasts', { attempts: 0 }),
    edit('broadcasts', { reached: '' }),
    edit('broadcasts', { from: 'h' }),
    edit('broadcasts', { state: 'split' }),
    edit('pushes', { dueAt: null }),
    edit('pushes', { attempts: 1 }),
    edit('pushes', { sent: 1 }),
    edit('pushes', { state: 'sending' }),
  ],
  'A push is over within an hour of the last moment at which it is sent': [
    edit('pushes', { validUntil: toTimestamp(LONG_AGO) }),
    edit('broadcasts', { validUntil: toTimestamp(LONG_AGO), dueAt: toTimestamp(NOON) }),
  ],
  'Nothing is sent twice to a range of devices, and a test to one device alone': [
    addDuplicate('broadcasts', 'again'),
    addDuplicate('broadcasts', 'part', { from: '8' }),
    edit('pushes', { event: 'test', sent: 1, failed: 1 }),
  ],
  'No device was sent more signals in a day than there were': [
    drop('broadcasts'),
    edit('broadcasts', { attempts: 0 }),
    (raw) => {
      const counts = Object.keys(
        toFieldRecord(toFieldRecord(raw.collections['pushPacks']?.[0]?.data)['counts']),
      );
      const sent = counts.map((id) => [id, { day: '2026-11-20', sent: 2, lately: [] }]);
      return edit('pushPacks', { counts: Object.fromEntries(sent) })(raw);
    },
  ],
  'The file of each upload lies in its member’s folder, as long as it may be looked at': [
    (raw) => ({ ...raw, files: [] }),
    edit('proofs', { file: 'proofs/somebody-else/1' }),
  ],
  'No file is kept that no document names': [
    (raw) => ({
      ...raw,
      files: [...raw.files, { path: 'proofs/nobody/1', uploadedAt: LONG_AGO }],
    }),
  ],
  'No file has awaited its inspection for longer than the sweep lets it': [
    (raw) => ({ ...edit('proofs', { state: 'checking' })(raw), at: raw.at + 2 * HOUR_MS }),
  ],
};
