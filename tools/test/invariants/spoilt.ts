import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { Timestamp } from 'firebase-admin/firestore';
import { add, addDuplicate, drop, edit, toFieldRecord, type Spoil } from './spoil';
import { DIGEST, MEMBER, NOON, PROOF } from './wholeSnapshot';

const toTimestamp = (time: number) => Timestamp.fromMillis(time);
const LONG_AGO = NOON - 3 * 24 * HOUR_MS;

/** Data that breaks each invariant, by its text. */
export const SPOILT: Readonly<Record<string, readonly Spoil[]>> = {
  'Every document matches its collection’s schema': [
    edit('users', { tier: 'platinum' }),
    edit('signals', { confidence: 96 }),
  ],
  'The ledger is intact from its genesis to its last entry': [
    edit('ledger', { at: '2026-01-01T00:00:00.000Z' }, '7'),
    drop('ledger', ({ seq }) => seq === 9),
  ],
  'The ledger’s head is its last entry': [
    edit('ledgerHeads', { seq: 3 }),
    edit('ledgerHeads', { hash: '0'.repeat(64) }),
    drop('ledgerHeads'),
  ],
  'The performance figures match the ledger': [
    edit('stats', { won: 1 }),
    edit('stats', { missedSlots: 1 }),
    drop('stats'),
  ],
  'The heartbeat has the current figures and its days’ correct signal counts': [
    edit('status', { figures: null }),
    edit('status', { inventory: null }),
    edit('stats', { won: 1 }),
    edit('signals', { settlement: null }),
    drop('signals'),
  ],
  'Each day’s time-stamp is valid for its ledger entry': [
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
  'Each correction has a document and a ledger entry': [
    add('corrections', '20261120T1000Z', { slot: '20261120T1000Z', ledgerSeq: 4 }),
  ],
  'The log’s hashes and checkpoint match the ledger’s entries, as far as the log goes': [
    edit('logs', { edge: [] }),
    edit('logs', { size: 3 }),
    edit('logs', { ledgerId: 'another' }),
    edit('logs', { checkpoint: 'no note' }),
    edit('ledger', { at: '2026-01-01T00:00:00.000Z' }, '7'),
  ],
  'Each signal matches its publication’s commitment, and each publication has a signal': [
    edit('signals', { entryPrice: 1 }),
    edit('signals', { salt: '0'.repeat(64) }),
    edit('signals', { commitment: '0'.repeat(64) }),
    edit('signals', { ledgerSeq: 2 }),
    drop('signals'),
    drop('ledger', ({ type }) => type === 'publication'),
  ],
  'Each settled signal has exactly one settlement in the ledger, with the same outcome': [
    edit('signals', { settlement: null }),
    drop('ledger', ({ type }) => type === 'settlement'),
    (raw) => {
      const stored = raw.collections['ledger'] ?? [];
      const settlement = stored.find(({ data }) => toFieldRecord(data)['type'] === 'settlement');
      return add('ledger', 'again', toFieldRecord(settlement?.data))(raw);
    },
  ],
  'Each signal’s `entered` matches its confirmation in the ledger': [
    drop('ledger', ({ type }) => type === 'confirmation'),
  ],
  'Each missed slot has a document and a ledger entry': [
    add('misses', '20261120T1000Z', { slot: '20261120T1000Z', reason: 'No candles' }),
  ],
  'Each account’s claims match the member’s record': [
    (raw) => ({
      ...raw,
      accounts: raw.accounts.map((one) => ({ ...one, claims: undefined })),
    }),
    edit('users', { staff: true }),
  ],
  'Each access change starts from the state that the previous one left': [
    addDuplicate('accessEvents', 'again'),
    (raw) => {
      const { after } = toFieldRecord(raw.collections['accessEvents']?.[0]?.data);
      const state = toFieldRecord(after);
      const later = { ...state, accessVersion: 4 };
      return addDuplicate('accessEvents', 'later', { before: state, after: later })(raw);
    },
  ],
  'A member’s access is as the last change left it, or at version 1 if it never changed': [
    edit('users', { accessVersion: 3 }),
    drop('accessEvents'),
  ],
  'Each member’s access is a valid combination': [
    edit('users', { tier: 'guest' }),
    edit('users', { hasDeposited: false }),
  ],
  'A member’s record has the time of their oldest undecided proof': [
    edit('users', { proofWaitingSince: null }),
    edit('proofs', { state: 'approved' }),
  ],
  'Each member has one address, one credential and one account. Nobody else has any.': [
    (raw) => ({ ...raw, accounts: [] }),
    drop('addresses'),
    addDuplicate('addresses', 'x'.repeat(43)),
    drop('credentials'),
    addDuplicate('credentials', 'nobody-at-all'),
    drop('users'),
  ],
  'Firebase Auth stores no email addresses': [
    (raw) => ({
      ...raw,
      accounts: raw.accounts.map((one) => ({ ...one, email: 'ada@quantalgo.test' })),
    }),
  ],
  'No two members have the same email address': [addDuplicate('users', 'member-2')],
  'An admission code belongs to the member whose record has it': [
    edit('users', { admissionCode: 'QA-BBB-BBB' }),
  ],
  'No data remains of members who no longer exist': [
    drop('users'),
    add('sessions', 'of-gone', {
      uid: 'gone',
      loggedInAt: toTimestamp(NOON),
      lastSeenAt: toTimestamp(NOON),
      endedAt: null,
      secondFactorAt: null,
      factorExempt: false,
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
  'Each journal entry has its own sequence number. The head has the last one and the count.': [
    edit('journal', { seq: 3 }),
    edit('journalHeads', { entries: 2 }),
    addDuplicate('journal', `${MEMBER}_20261120T1205Z`),
    drop('journal'),
    drop('journalHeads'),
  ],
  'A deleted or removed post has no author and no content': [edit('posts', { gone: 'deleted' })],
  'Pinned messages match the notes on the boards and name nobody': [
    edit('rooms', { board: { notes: [], changedAt: toTimestamp(NOON) } }),
    edit('messages', { text: 'Something else' }),
    edit('messages', { uid: MEMBER }),
    drop('messages'),
    drop('rooms'),
  ],
  'A removed live-session note has no author and no text': [edit('liveNotes', { gone: 'removed' })],
  'Account deletions finish within a day': [
    add('deletions', 'gone', {
      uid: 'gone',
      email: 'gone@quantalgo.test',
      names: [],
      startedAt: toTimestamp(LONG_AGO),
    }),
  ],
  'The user list’s anchors are numbered without gaps, oldest first': [
    drop('userAnchors', ({ uid }) => uid === MEMBER),
    edit('userAnchors', { createdAt: toTimestamp(LONG_AGO) }, '1'),
  ],
  'Each publisher’s name is reserved for them, and no other name is reserved': [
    edit('displayNames', { uid: 'member-2' }),
    drop('displayNames'),
    addDuplicate('displayNames', 'other'),
    edit('publishers', { name: 'Bola' }),
  ],
  'Each publication has one matching row in its leaderboard pack. No other rows exist.': [
    edit('leaderboardPacks', { rows: [] }),
    addDuplicate('leaderboardPacks', '1'),
    edit('publishers', { publications: [] }),
    edit('publishers', { name: 'Bola' }),
  ],
  'No member has more published configurations than allowed': [
    edit('publishers', { ids: [] }),
    (raw) => {
      const { ids, publications } = toFieldRecord(raw.collections['publishers']?.[0]?.data);
      const four = (one: unknown) => (Array.isArray(one) ? Array(4).fill(one[0]) : one);
      return edit('publishers', { ids: four(ids), publications: four(publications) })(raw);
    },
  ],
  'The leaderboard counts every published configuration and shows only existing ones': [
    edit('leaderboard', { tried: 0 }),
    edit('leaderboard', { withdrawn: 1 }),
    edit('leaderboard', { packs: 2 }),
    edit('leaderboardPacks', { rows: [] }),
  ],
  'The id of an idempotency record is its member’s uid and the key': [
    addDuplicate('idempotency', `somebody-else_${PROOF}`),
    addDuplicate('idempotency', MEMBER),
  ],
  'Each idempotency key created one submission, and no submission was created by two': [
    addDuplicate('idempotency', `${MEMBER}_${PROOF}`),
    drop('proofs'),
    edit('proofs', { uid: 'somebody else' }),
  ],
  'A ticket starts with its opening message, has no duplicates and stays within the limit': [
    edit('tickets', { messages: [] }),
    (raw) => {
      const ticket = raw.collections['tickets']?.[0];
      const messages: unknown = toFieldRecord(ticket?.data)['messages'];
      const twice = Array.isArray(messages) ? messages.concat(messages) : [];
      return edit('tickets', { messages: twice })(raw);
    },
  ],
  'Collections of codes, tokens and passwords store only digests and sealed texts': [
    edit('addressChanges', { digest: 'ABCD2345' }),
    edit('dashboardCodes', { code: 'ABCD2345' }),
    add('registrations', 'new', { password: 'Trader2026' }),
    edit('credentials', { password: 'Trader2026' }),
    add('resets', DIGEST, { token: 'a-token', uid: MEMBER, email: 'ada@quantalgo.test' }),
  ],
  'Email addresses are stored only in permitted fields': [
    edit('accessEvents', { by: 'staff@quantalgo.test' }),
    edit('signals', { reasons: ['Ask ada@quantalgo.test'] }),
    add('rateLimits', 'accountLogins_ada@quantalgo.test', {
      times: [],
      expireAt: toTimestamp(NOON),
    }),
  ],
  'Documents that are looked up by an address or a code have a digest as their id': [
    addDuplicate('addresses', 'ada'),
    add('transfers', 'ABCD2345', {
      uid: MEMBER,
      sid: 'session-1',
      validUntil: toTimestamp(NOON),
      expireAt: toTimestamp(NOON),
    }),
  ],
  'No queued email contains its secret in plain text': [
    edit('mail', { parameters: { code: 'ABCD2345' } }),
  ],
  'An unfinished email has a due time. A finished one has no due time and no secret.': [
    edit('mail', { state: 'sent', attempts: 1 }),
    edit('mail', { state: 'dead', dueAt: null }),
    edit('mail', { dueAt: null }),
    edit('mail', { state: 'sent', sealed: null, dueAt: null }),
    edit('mail', { attempts: 11 }),
  ],
  'Each push subscription belongs to an account and has its endpoint’s id': [
    (raw) => ({ ...raw, accounts: [] }),
    edit('pushSubscriptions', { endpoint: 'https://fcm.googleapis.com/fcm/send/other' }),
  ],
  'A device is sent only what its open session and its member’s access allow': [
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
  'Each device is in one pack only': [addDuplicate('pushPacks', 'x')],
  'Each pack has the right devices, device ids, range end and size': [
    edit('pushPacks', { size: 2 }),
    edit('pushPacks', { end: 'g' }),
    addDuplicate('pushPacks', 'xy', { end: 'xyg' }),
  ],
  'Each subscription with an open session is in a pack': [
    drop('pushPacks'),
    edit('pushPacks', { devices: {}, size: 0 }),
  ],
  'An unfinished push has a due time. A finished one has none.': [
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
  'A push finishes within an hour of its expiry': [
    edit('pushes', { validUntil: toTimestamp(LONG_AGO) }),
    edit('broadcasts', { validUntil: toTimestamp(LONG_AGO), dueAt: toTimestamp(NOON) }),
  ],
  'No range of devices is sent anything twice, and a test goes to one device only': [
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
  'Each upload has its path in its member’s folder, and its file while that is needed': [
    (raw) => ({ ...raw, files: [] }),
    edit('proofs', { file: 'proofs/somebody-else/1' }),
  ],
  'Unreferenced files are deleted within two days': [
    (raw) => ({
      ...raw,
      files: [...raw.files, { path: 'proofs/nobody/1', uploadedAt: LONG_AGO }],
    }),
  ],
  'No upload has waited too long for its inspection': [
    (raw) => ({ ...edit('proofs', { state: 'checking' })(raw), at: raw.at + 2 * HOUR_MS }),
  ],
};
