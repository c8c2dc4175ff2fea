#!/usr/bin/env node
// Verifies a public ledger of signals. Needs only Node 18 or newer. Read it before you trust it.
//
//   node verify-ledger.mjs https://the.site       downloads the ledger and verifies it
//   node verify-ledger.mjs export.json            verifies an export of "Verify the record"
//   … --root 1204:q3Jk…Zw=                        also checks a root that you noted (repeatable)
//   … --root 1204:q3Jk…Zw=@2026-11-20T12:00:00Z   … and that no later entry claims to be older
//   … --key quantalgo/ledger/…                    also checks that a key you noted signs the log
//   … --ca authority.pem                          also checks the time stamps' signatures with
//                                                 openssl. They prove which signals were
//                                                 published before their entry.
//
// The ledger is a list of entries. They are the leaves of a Merkle tree (RFC 6962) whose root the
// site signs. Changing, removing or inserting an entry changes the root. The tree is served in
// C2SP's tlog-tiles format. Each entry also has its own hash (hash) and the previous one's (prev).
// A hash is the SHA-256 of the canonical JSON (RFC 8785: sorted keys, no white space) of all other
// fields. There are seven types of entries:
//
//   genesis      begins the ledger, and states the rules for playing its signals
//   publication  commits to a signal for a five-minute slot without revealing it
//   confirmation says if the signal could be entered five minutes later, within its worst price
//   settlement   states the outcome, and reveals signal, salt and the closing prices behind it
//   miss         says why a slot has no signal
//   closed       the market was closed from one slot to another
//   correction   the source revised its prices later, which leaves the settled outcome unchanged
import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MINUTE = 60_000;
const SLOT = 5 * MINUTE;
const REVEAL_WITHIN = 24 * 60 * MINUTE;
const CONFIRM_WITHIN = 10_000;
const BUNDLE_SIZE = 256;
/** Number of bundles that are downloaded in parallel. */
const AT_ONCE = 8;
/** Longest pause (seconds) between requests that a site may ask for. */
const LONGEST_WAIT = 600;
/** Longest time (ms) for which a cache may keep a checkpoint. */
const CHECKPOINT_KEPT = 5000;

class Broken extends Error {}
function demand(holds, reason) {
  if (!holds) throw new Broken(reason);
}

// ---------------------------------------------------------------- shapes of entries

const sha256 = (text) => createHash('sha256').update(text).digest('hex');

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

const isText = (value) => typeof value === 'string';
const isHash = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value);
const isTime = (value) =>
  isText(value) &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(value) &&
  !isNaN(Date.parse(value));
const isSlot = (value) => isText(value) && slotId(slotTime(value)) === value;
const isOneOf = (values) => (value) => values.includes(value);
const isSource = isOneOf(['twelvedata', 'replay', 'simulated']);
const isOutcome = isOneOf(['profit', 'loss', 'break-even']);
/** A ledger's genesis may not state more levels than this. */
const MOST_LEVELS = 8;
const isLevel = (value) =>
  value === null || (Number.isInteger(value) && value >= 0 && value < MOST_LEVELS);
const isAmount = (value) => Number.isFinite(value) && value > 0;
const isOptional = (is) => (value) => value === undefined || is(value);
const isClose = (close) =>
  isTime(close?.at) &&
  (close.price === null || Number.isFinite(close.price)) &&
  isOptional(isText)(close.reason);
const isCloses = (value) => Array.isArray(value) && value.every(isClose);
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isRules = (value) =>
  isObject(value) &&
  Number.isInteger(value.levels) &&
  value.levels >= 1 &&
  value.levels <= MOST_LEVELS &&
  Array.isArray(value.stakes) &&
  value.stakes.length === value.levels &&
  value.stakes.every(isAmount) &&
  isAmount(value.payout);

const isShare = (value) => Number.isFinite(value) && value >= 0 && value <= 100;
const isProbability = (value) =>
  isObject(value) && [value.value, value.low, value.high].every(isShare);

/** Extra fields are allowed. */
const fits = (value, shape) =>
  isObject(value) && Object.keys(shape).every((key) => shape[key](value[key]));

const SIGNAL = {
  id: isSlot,
  pair: (value) => isText(value) && /^[A-Z]{6}(-OTC)?$/.test(value),
  direction: isOneOf(['CALL', 'PUT']),
  strategy: isText,
  audience: isOneOf(['basic', 'order-flow']),
  entryPrice: Number.isFinite,
  worstPrice: Number.isFinite,
  confidence: isProbability,
  firstEntry: isProbability,
  calibration: isText,
  source: isSource,
};
const judged = {
  slot: isSlot,
  outcome: isOutcome,
  level: isLevel,
  closes: isCloses,
  fetchedAt: isTime,
};
const KINDS = {
  genesis: { ledgerId: isText, rules: isRules },
  publication: {
    slot: isSlot,
    commitment: isHash,
    strategyHash: isHash,
    candlesHash: isOptional(isHash),
    curvesHash: isOptional(isHash),
    revealBy: isTime,
  },
  confirmation: { slot: isSlot, go: (value) => typeof value === 'boolean', close: isClose },
  settlement: { ...judged, signal: (value) => fits(value, SIGNAL), salt: isHash },
  correction: judged,
  miss: { slot: isSlot, reason: isText },
  closed: { from: isSlot, to: isSlot },
};
const CHAINED = {
  type: isText,
  seq: Number.isInteger,
  at: isTime,
  source: isSource,
  prev: isHash,
  hash: isHash,
};

/** A slot's id is its start time, such as 20261120T1405Z. */
const slotTime = (id) => Date.parse(id.replace(/^(....)(..)(..T..)(..Z)$/, '$1-$2-$3:$4'));
const slotId = (time) =>
  isNaN(time) || time % SLOT
    ? null
    : new Date(time).toISOString().slice(0, 16).replace(/[-:]/g, '') + 'Z';

// ---------------------------------------------------------------- outcomes of signals

/**
 * The genesis states the number of levels. Level k (from 0) enters at the close of slot + 5 (k + 1)
 * minutes and exits five minutes later. CALL wins on a higher exit, PUT on a lower one. An equal or
 * missing close is flat. The first level that wins ends the signal. A flat first level ends it as
 * break-even, and a flat later level returns its stake. If no level wins, the signal is lost.
 */
function play(direction, prices, levels) {
  for (let level = 0; level < levels; level += 1) {
    const [entry, exit] = [prices[level], prices[level + 1]];
    if (entry === undefined || exit === undefined) return null;
    const rise = entry === null || exit === null ? 0 : exit - entry;
    if (level === 0 && rise === 0) return { outcome: 'break-even', level: null };
    if (direction === 'CALL' ? rise > 0 : rise < 0) return { outcome: 'profit', level };
  }
  return { outcome: 'loss', level: null };
}

/** CALL signals limit the price from above, PUT signals from below. */
const isPast = ({ direction, worstPrice }, price) =>
  direction === 'CALL' ? price > worstPrice : price < worstPrice;

function judgeAgain({ slot, at, closes, outcome, level }, direction, levels) {
  const prices = closes.map(({ price }) => price);
  const inOrder = closes.every(
    (close, k) => Date.parse(close.at) === slotTime(slot) + SLOT * (k + 1),
  );
  const verdict = play(direction, prices, levels);
  demand(
    inOrder && verdict && !play(direction, prices.slice(0, -1), levels),
    'its closes are not the ones that decide the signal',
  );
  demand(Date.parse(at) >= Date.parse(closes.at(-1).at), 'it was judged before its last close');
  demand(
    verdict.outcome === outcome && verdict.level === level,
    'its own closes say another outcome',
  );
}

// ---------------------------------------------------------------- rules about times and prices

const LATEST_PUBLICATION = 90_000;
/** The first entry's outcome is known at the end of the next slot. */
const LATEST_MISS = 2 * SLOT;
/** One missing close affects up to five signals. */
const MOST_WITHOUT_PRICE = 5;
const PRICES_WINDOW = 100;
/**
 * Allows for caches, for clocks that differ, and for settlements that are retried for some minutes.
 */
const lagOf = (type) => (['settlement', 'correction'].includes(type) ? 10 : 2) * MINUTE;
/** These faults prove an untrue entry. The others may also be due to an outage. */
const UNTRUE = ['back-dated', 'late-publication', 'closed-while-open'];

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});
/** Hours in New York at which metals close early (CME Group's calendar); 0 if closed all day. */
const METAL_DAYS = {
  '2026-01-19': 14.5,
  '2026-02-16': 14.5,
  '2026-04-03': 0,
  '2026-05-25': 14.5,
  '2026-06-19': 13,
  '2026-07-03': 13,
  '2026-09-07': 14.5,
  '2026-11-26': 14.5,
  '2026-12-24': 13.75,
  '2027-01-18': 14.5,
  '2027-02-15': 14.5,
  '2027-03-26': 0,
  '2027-05-31': 14.5,
  '2027-06-18': 13,
  '2027-07-05': 14.5,
  '2027-09-06': 14.5,
  '2027-11-25': 14.5,
  '2027-12-24': 0,
};

/**
 * Currencies and metals must both trade in the five minutes before the time. They trade from Sunday
 * 18:00 to Friday 17:00 in New York, except daily from 17:00 to 18:00, on Christmas and New Year's
 * Day, and while metals close early.
 */
export function isOpenUntil(time) {
  const parts = NEW_YORK.formatToParts(time - SLOT);
  const { year, month, day, hour, minute } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  const hours = Number(hour) + Number(minute) / 60;
  if (hours >= 17 && hours < 18) return false;
  // The next trading day starts at 17:00.
  const trading = new Date(Date.UTC(year, month - 1, day) + (hours >= 17 ? 24 * 60 * MINUTE : 0));
  const date = trading.toISOString().slice(0, 10);
  if ([0, 6].includes(trading.getUTCDay()) || /-(12-25|01-01)$/.test(date)) return false;
  const closes = METAL_DAYS[date] ?? 17;
  return closes !== 0 && (hours >= 18 || hours < closes);
}

/**
 * The first slot of a range in which signals for all pairs were possible; null if there is none.
 */
function openWithin({ from, to }, levels) {
  for (let slot = slotTime(from); slot <= slotTime(to); slot += SLOT)
    if (isOpenUntil(slot) && isOpenUntil(slot + (levels + 1) * SLOT)) return slotId(slot);
  return null;
}

/** Finds entries of an intact chain that break a rule about times or prices. */
function faultsOf(entries, levels) {
  const faults = [];
  const running = new Map();
  const prices = [];
  const say = (rule, seq, isFault, reason) => {
    if (!isFault) running.delete(rule);
    else if (running.has(rule)) running.get(rule).count += 1;
    else {
      const fault = { rule, seq, count: 1, reason };
      running.set(rule, fault);
      faults.push(fault);
    }
  };
  for (const { type, seq, at, slot, source, ...entry } of entries) {
    const after = slot && Date.parse(at) - slotTime(slot);
    if (type === 'publication')
      say(
        'late-publication',
        seq,
        after > LATEST_PUBLICATION,
        `it was published ${Math.ceil(after / 1000)} seconds after its slot began, where 90 are allowed`,
      );
    if (type === 'miss')
      say(
        'late-miss',
        seq,
        after >= LATEST_MISS,
        `slot ${slot} was said to be missed ${Math.floor(after / MINUTE)} minutes after it began, when its outcome could be known`,
      );
    if (type === 'closed') {
      const open = source === 'twelvedata' ? openWithin(entry, levels) : null;
      const reason = `it says that the market was closed at ${open}, when it was open`;
      say('closed-while-open', seq, open !== null, reason);
    }
    if (type === 'settlement') {
      // A loss gained nothing from its missing price.
      prices.push(entry.outcome !== 'loss' && entry.closes.some(({ price }) => price === null));
      if (prices.length > PRICES_WINDOW) prices.shift();
      const lacking = prices.filter(Boolean).length;
      const reason = `of the last ${prices.length} settlements ${lacking} lack a price and were not lost, where ${MOST_WITHOUT_PRICE} are allowed`;
      say('missing-prices', seq, lacking > MOST_WITHOUT_PRICE, reason);
    }
  }
  return faults;
}

/** Finds entries that claim to be older than a time at which the ledger had only `size` entries. */
function backDated(entries, sightings) {
  const backDatedBySeq = new Map();
  for (const { size, at } of sightings) {
    const isOlder = (entry, lag) => entry && Date.parse(entry.at) < at - lag;
    const older = [];
    for (let seq = size; isOlder(entries[seq], 2 * MINUTE); seq += 1)
      if (isOlder(entries[seq], lagOf(entries[seq].type))) older.push(entries[seq]);
    const [first] = older;
    if (!first || (backDatedBySeq.get(first.seq)?.count ?? 0) >= older.length) continue;
    const reason = `it claims to be of ${new Date(first.at).toISOString()}, but was not there yet at ${new Date(at).toISOString()}`;
    backDatedBySeq.set(first.seq, {
      rule: 'back-dated',
      seq: first.seq,
      count: older.length,
      reason,
    });
  }
  return [...backDatedBySeq.values()].sort((one, other) => one.seq - other.seq);
}

// ---------------------------------------------------------------- the chain

/**
 * Verifies all entries from the first one. `sightings` are known sizes of the ledger at times
 * (epoch ms).
 * @returns totals, `broken` for the first invalid entry, and `faults` for rules about time that an
 *   intact chain breaks
 */
export function verify(entries, now = Date.now(), sightings = []) {
  const waiting = new Map();
  const settled = new Map();
  const count = {
    published: 0,
    settled: 0,
    won: 0,
    lost: 0,
    breakEven: 0,
    firstEntryWon: 0,
    missed: 0,
    corrections: 0,
  };
  const standings = [{ won: 0, breakEven: 0 }];
  let before = null;
  let lastSlot = null;
  let levels = 0;

  const follow = (first, last) => {
    demand(last >= first, 'its slots are in the wrong order');
    demand(lastSlot === null || first > lastSlot, 'its slot was accounted for before');
    demand(
      lastSlot === null || first === lastSlot + SLOT,
      `slot ${slotId(lastSlot + SLOT)} is left out`,
    );
    lastSlot = last;
  };
  const kinds = {
    genesis({ rules }) {
      levels = rules.levels;
    },
    publication({ slot, at, commitment, revealBy }) {
      const start = slotTime(slot);
      follow(start, start);
      demand(Date.parse(at) >= start, 'it was written down before its slot');
      demand(
        Date.parse(at) < start + SLOT,
        'it was published when its first level could already be entered',
      );
      demand(
        Date.parse(revealBy) === start + REVEAL_WITHIN,
        'it gives itself another deadline than 24 hours',
      );
      waiting.set(slot, { commitment, revealBy: start + REVEAL_WITHIN });
      count.published += 1;
    },
    confirmation({ slot, at, go, close }) {
      const sealed = waiting.get(slot);
      demand(sealed, 'it confirms what was never published, or is settled already');
      demand(!sealed.confirmed, 'it confirms a signal a second time');
      const late = Date.parse(at) - slotTime(slot) - SLOT;
      demand(
        late >= 0 && Date.parse(close.at) === slotTime(slot) + SLOT,
        'it does not go by the price at the entry',
      );
      demand(!go || close.price !== null, 'it says go without a price');
      demand(!go || late <= CONFIRM_WITHIN, 'it says go when it was too late to enter');
      sealed.confirmed = { go, price: close.price };
    },
    settlement(entry) {
      const { slot, signal, salt, outcome, level } = entry;
      const sealed = waiting.get(slot);
      demand(sealed, 'it settles what was never published, or is settled already');
      demand(
        signal.id === slot && signal.source === entry.source,
        'it reveals a signal of another slot or market',
      );
      demand(
        sha256(canonical({ salt, signal })) === sealed.commitment,
        'the signal that it reveals is not the one that was sealed',
      );
      const { confirmed } = sealed;
      if (confirmed && confirmed.price !== null)
        demand(
          confirmed.go !== isPast(signal, confirmed.price),
          'it was let in or kept out against its own worst price',
        );
      demand(level === null || level < levels, 'it names a level that its ledger does not have');
      if (Date.parse(entry.at) > sealed.revealBy)
        demand(
          outcome === 'loss' && level === null,
          'it was revealed too late, which counts as lost',
        );
      else judgeAgain(entry, signal.direction, levels);
      waiting.delete(slot);
      settled.set(slot, { direction: signal.direction, outcome, level });
      count.settled += 1;
      count.won += outcome === 'profit';
      count.lost += outcome === 'loss';
      count.breakEven += outcome === 'break-even';
      count.firstEntryWon += level === 0;
      standings.push({ won: count.won, breakEven: count.breakEven });
    },
    correction(entry) {
      const was = settled.get(entry.slot);
      demand(was && !was.corrected, 'it corrects what is not settled, or is corrected already');
      demand(was.outcome !== entry.outcome || was.level !== entry.level, 'it corrects nothing');
      judgeAgain(entry, was.direction, levels);
      was.corrected = true;
      count.corrections += 1;
    },
    miss({ slot, at }) {
      follow(slotTime(slot), slotTime(slot));
      demand(Date.parse(at) >= slotTime(slot), 'it was written down before its slot');
      count.missed += 1;
    },
    closed({ from, to, at }) {
      follow(slotTime(from), slotTime(to));
      demand(Date.parse(at) >= slotTime(to), 'it was written down before its slots were over');
    },
  };
  const check = (entry, seq) => {
    demand(
      Object.hasOwn(KINDS, entry?.type) && fits(entry, { ...CHAINED, ...KINDS[entry.type] }),
      'it is no entry of a ledger: a field is missing or has no sense',
    );
    const { hash, ...rest } = entry;
    demand(entry.seq === seq, `it carries number ${entry.seq}`);
    demand(
      entry.prev === (before?.hash ?? '0'.repeat(64)),
      'it does not follow the entry before it',
    );
    demand(sha256(canonical(rest)) === hash, 'its content does not have the hash that it claims');
    demand(
      (entry.type === 'genesis') === (seq === 0),
      'a ledger begins with its genesis, and has no other',
    );
    demand(
      !before || Date.parse(entry.at) >= Date.parse(before.at),
      'its time is before that of the entry before it',
    );
    demand(Date.parse(entry.at) <= now + 10 * MINUTE, 'its time has not come yet');
    demand(!before || entry.source === before.source, 'it is of another market than the ledger');
    kinds[entry.type](entry);
    before = entry;
  };

  let broken = null;
  for (const [seq, entry] of entries.entries()) {
    try {
      check(entry, seq);
    } catch (error) {
      broken = { seq, reason: error instanceof Broken ? error.message : 'it has no sense' };
      break;
    }
  }
  const overdue = [...waiting.values()].filter(({ revealBy }) => now > revealBy).length;
  const { ledgerId } = entries[0] ?? {};
  const faults = broken ? [] : [...faultsOf(entries, levels), ...backDated(entries, sightings)];
  return { broken, faults, head: before, ledgerId, levels, ...count, overdue, standings };
}

// ---------------------------------------------------------------- the log, a Merkle tree

const hashOf = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const nodeOf = (left, right) => hashOf(Buffer.from([1]), left, right);

/** An entry's leaf is its canonical JSON. */
const leafOf = (entry) => Buffer.from(canonical(entry));

/** Computes roots (base64) of the trees of these sizes over the first leaves. */
export function rootsOf(leaves, sizes) {
  const wanted = new Set(sizes);
  const roots = new Map();
  const peaks = []; // complete subtrees from the left, each with its height
  for (const [index, leaf] of leaves.entries()) {
    let node = { height: 0, hash: hashOf(Buffer.from([0]), leaf) };
    while (peaks.at(-1)?.height === node.height)
      node = { height: node.height + 1, hash: nodeOf(peaks.pop().hash, node.hash) };
    peaks.push(node);
    if (!wanted.has(index + 1)) continue;
    const root = peaks.map(({ hash }) => hash).reduceRight((right, left) => nodeOf(left, right));
    roots.set(index + 1, root.toString('base64'));
  }
  return roots;
}

/** Parses a signed note (C2SP signed-note): a checkpoint's name, size and root (base64). */
function checkpointOf(note) {
  const [, text, origin, size, root] =
    /^(([^\n]+)\n(0|[1-9]\d{0,14})\n([^\n]+)\n(?:[^\n]+\n)*)\n/.exec(note) ?? [];
  if (text === undefined) throw new Error('What the log has for a checkpoint is none.');
  return { text, origin, size: Number(size), root };
}

/** Ed25519's signature type in C2SP signed-note. */
const ED25519 = 1;

/** A log's key has the form <name>+<id>+<base64>. */
function isSignedBy(note, key) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(key) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  const own = hashOf(Buffer.from(`${name}\n`), bytes).toString('hex', 0, 4);
  if (bytes.length !== 33 || bytes[0] !== ED25519 || own !== id) return false;
  const { text } = checkpointOf(note);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url', 1) };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  return note
    .slice(text.length + 1)
    .split('\n')
    .filter((line) => line.startsWith(`— ${name} `))
    .map((line) => Buffer.from(line.slice(`— ${name} `.length), 'base64'))
    .filter((signature) => signature.toString('hex', 0, 4) === id)
    .some((signature) =>
      verifySignature(null, Buffer.from(text), publicKey, signature.subarray(4)),
    );
}

// ---------------------------------------------------------------- sources of a ledger

/**
 * Waits and retries if the site asks for it, because a long record has more stamps than its rate
 * limit.
 */
async function ask(site, path) {
  for (;;) {
    const reply = await fetch(new URL(path, site)).catch(() => null);
    if (!reply) throw new Error(`${site} can't be reached.`);
    if (reply.ok) return reply;
    const envelope = await reply.json().catch(() => null);
    const seconds = Math.min(Number(reply.headers.get('retry-after')), LONGEST_WAIT);
    if (!(seconds > 0))
      throw new Error(`${site}${path} refused: ${envelope?.message ?? reply.status}`);
    process.stderr.write(`${site} asks to wait for ${seconds} seconds\n`);
    await sleep(1000 * seconds);
  }
}

const textAt = async (site, path) => (await ask(site, path)).text();

/** Splits a bundle (C2SP tlog-tiles) into entries. Each follows its length in two bytes. */
function leavesIn(bundle) {
  const leaves = [];
  for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at))
    leaves.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)));
  return leaves;
}

/** Formats 1234067 as x001/x234/067. */
const indexPath = (index) =>
  String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .replace(/\d{3}(?=\d)/g, 'x$&/');

async function downloadBundle(site, index, size) {
  const width = Math.min(BUNDLE_SIZE, size - index * BUNDLE_SIZE);
  const part = width === BUNDLE_SIZE ? '' : `.p/${width}`;
  const reply = await ask(site, `/ledger/tile/entries/${indexPath(index)}${part}`);
  const bundle = Buffer.from(await reply.arrayBuffer());
  let leaves = [];
  try {
    leaves = leavesIn(bundle);
  } catch {
    // The bundle ends within a length.
  }
  if (leaves.length !== width) throw new Error(`Bundle ${index} of the log is no list of entries.`);
  return leaves;
}

const entryIn = (leaf) => {
  try {
    return JSON.parse(leaf.toString());
  } catch {
    return null;
  }
};

/**
 * Downloads a ledger up to its newest checkpoint, with the site's claims about it. After an
 * incomplete download `before`, the claims of that time must hold in this ledger.
 */
async function download(site, before) {
  const record = before?.record ?? (await (await ask(site, '/api/record')).json()).data;
  const note = await textAt(site, '/ledger/checkpoint');
  const key = (await textAt(site, '/ledger/key')).trim();
  const { size } = checkpointOf(note);
  // Full bundles never change.
  const stored = before?.leaves ?? [];
  const leaves = stored.slice(0, stored.length - (stored.length % BUNDLE_SIZE));
  while (leaves.length < size) {
    const first = leaves.length / BUNDLE_SIZE;
    const count = Math.min(AT_ONCE, Math.ceil(size / BUNDLE_SIZE) - first);
    const bundles = Array.from({ length: count }, (_, at) =>
      downloadBundle(site, first + at, size),
    );
    leaves.push(...(await Promise.all(bundles)).flat());
    process.stderr.write(`${leaves.length} of ${size} entries downloaded\n`);
  }
  const entries = leaves.map(entryIn);
  const stamps = before?.stamps ?? (await downloadLists(site, entries, 'daily', 7));
  const stamped = before?.stamped ?? (await downloadLists(site, entries, 'stamps', 10));
  return { site, note, key, leaves, entries, stamps, stamped: stamped.filter(isStamped), record };
}

/**
 * Downloads again if the site's claims concern entries that were added during the first download.
 */
async function downloadAll(site) {
  const first = await download(site);
  const { entries, stamps, record } = first;
  const settled = entries.filter((entry) => entry?.type === 'settlement').length;
  const isAhead =
    record?.performance?.totalSignals > settled || stamps.some(({ seq }) => seq >= entries.length);
  if (!isAhead) return first;
  await sleep(CHECKPOINT_KEPT);
  return download(site, first);
}

/**
 * Downloads the site's lists of the ledger by day (10 digits of the date) or month (7). One JSON
 * per line.
 */
async function downloadLists(site, entries, folder, digits) {
  const { at, ledgerId } = entries[0] ?? {};
  const day = 24 * 60 * MINUTE;
  const names = new Set();
  for (let time = Math.floor(Date.parse(at) / day) * day; time <= Date.now(); time += day)
    names.add(new Date(time).toISOString().slice(0, digits).replaceAll('-', ''));
  const listed = [];
  for (const name of names) {
    const lines = (await textAt(site, `/ledger/${folder}/${name}`)).split('\n').filter(Boolean);
    listed.push(...lines.map((line) => JSON.parse(line)));
  }
  return listed.filter((one) => isObject(one) && one.ledgerId === ledgerId);
}

const isStamped = (one) =>
  isSlot(one.slot) &&
  Number.isInteger(one.size) &&
  [one.origin, one.root].every(isText) &&
  Array.isArray(one.stamps) &&
  one.stamps.every(({ authority, genTime }) => isText(authority) && isTime(genTime));

/** Reads an exported ledger with its checkpoint and key. */
function readExport(file) {
  let value;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} is not JSON.`;
    throw new Error(reason, { cause: error });
  }
  const { entries, checkpoint: note, key } = value ?? {};
  if (!Array.isArray(entries)) throw new Error(`${file} holds no entries of a ledger.`);
  if (![note, key].every(isText)) throw new Error(`${file} holds no signed checkpoint.`);
  const stamps = Array.isArray(value.stamps) ? value.stamps : [];
  return { note, key, entries, leaves: entries.map(leafOf), stamps, stamped: [] };
}

// ---------------------------------------------------------------- time stamps (RFC 3161)

/**
 * DER tags on the path to a token's time, one list per level. The path enters each list's last
 * value.
 */
const TO_TIME = [
  [0x30], // ContentInfo
  [0x06, 0xa0],
  [0x30], // SignedData
  [0x02, 0x31, 0x30], // EncapsulatedContentInfo
  [0x06, 0xa0],
  [0x04],
  [0x30], // TSTInfo
  [0x02, 0x06, 0x30, 0x02, 0x18], // genTime
];

/** Content of the last of the values with these tags, which must be at the start of `bytes`. */
function contentOf(bytes, [tag, ...others]) {
  const longer = bytes[1] > 0x80 ? bytes[1] - 0x80 : 0;
  const start = 2 + longer;
  const end = start + (longer > 0 ? parseInt(bytes.toString('hex', 2, start), 16) : bytes[1]);
  // openssl reads a length of 0x80 (indefinite), but DER forbids it.
  if (bytes[0] !== tag || bytes[1] === 0x80 || !(end <= bytes.length)) throw new Error('No DER');
  return others.length > 0 ? contentOf(bytes.subarray(end), others) : bytes.subarray(start, end);
}

/** Time (ISO text) at which the authority stamped the token; null if it isn't a token. */
function genTimeOf(token) {
  try {
    const time = TO_TIME.reduce((bytes, tags) => contentOf(bytes, tags), token).toString('latin1');
    const iso = time.replace(/^(....)(..)(..)(..)(..)(.+Z)$/, '$1-$2-$3T$4:$5:$6');
    return isTime(iso) ? iso : null;
  } catch {
    return null;
  }
}

/**
 * A day's stamp fits if its token covers the named entry's hash. Only openssl can verify its
 * signer.
 */
function stampFits({ seq, hash, token }, entries, ca) {
  const der = Buffer.from(String(token), 'base64');
  const imprint = Buffer.from(`3031300d060960864801650304020105000420${hash}`, 'hex'); // SHA-256 and the hash, in DER
  if (!isHash(hash) || entries[seq]?.hash !== hash || !der.includes(imprint)) return false;
  if (genTimeOf(der) === null) return false;
  return ca === undefined || isSigned(der, hash, ca);
}

/** Asks openssl to verify that one of these authorities signed a token over the hash. */
function isSigned(der, hash, ca) {
  const folder = mkdtempSync(join(tmpdir(), 'verify-ledger-'));
  try {
    writeFileSync(join(folder, 'token'), der);
    const args = [
      'ts',
      '-verify',
      '-digest',
      hash,
      '-token_in',
      '-in',
      join(folder, 'token'),
      '-CAfile',
      ca,
    ];
    execFileSync('openssl', args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * What a fitting stamp proves about time, according to its token rather than its list; otherwise
 * null.
 */
function sightingOf(stamp, entries) {
  if (!stampFits(stamp, entries)) return null;
  const at = Date.parse(genTimeOf(Buffer.from(String(stamp.token), 'base64')));
  return { size: stamp.seq + 1, at };
}

/**
 * Selects stamped checkpoints that have this ledger's root at their size. With certificates, it
 * keeps only those whose token is signed and states the listed time.
 */
async function checkStamped({ site, entries, stamped, roots }, ca) {
  // The site may have stamped newer checkpoints than the downloaded entries.
  const own = stamped.filter(({ size }) => size <= entries.length);
  const others = own.filter(({ size, root }) => size > 0 && roots.get(size) !== root);
  const fitting = own.filter((one) => !others.includes(one));
  if (ca === undefined) return { fitting, others };
  const signed = [];
  for (const one of fitting) {
    const stamps = [];
    for (const [place, stamp] of one.stamps.entries())
      if (await isStampSigned(site, one, place, ca)) stamps.push(stamp);
    if (stamps.length > 0) signed.push({ ...one, stamps });
  }
  return { fitting: signed, others };
}

async function isStampSigned(site, { slot, origin, size, root, stamps }, place, ca) {
  const reply = await ask(site, `/ledger/stamps/${slot}/${place}`);
  const der = Buffer.from(await reply.arrayBuffer());
  // openssl verifies hash and signature. Only the signed token's own time can be trusted.
  const isListed = genTimeOf(der)?.slice(0, 19) === stamps[place].genTime.slice(0, 19);
  return isListed && isSigned(der, sha256(`${origin}\n${size}\n${root}\n`), ca);
}

const stampedAt = ({ stamps }) => Math.min(...stamps.map(({ genTime }) => Date.parse(genTime)));

/**
 * Counts publications in checkpoints that were stamped within their slot, so before their entry.
 */
function stampedBeforeEntry(entries, stamped) {
  const ofSlot = new Map(stamped.map((one) => [one.slot, one]));
  return entries.filter(({ type, slot, seq }) => {
    const one = type === 'publication' && ofSlot.get(slot);
    return one && one.size > seq && stampedAt(one) < slotTime(slot) + SLOT;
  }).length;
}

// ---------------------------------------------------------------- the command

const percent = (part, whole) =>
  whole === 0 ? 'none settled yet' : `${((100 * part) / whole).toFixed(1)} %`;

/** Describes what is wrong with a ledger's signed checkpoint, one sentence per problem. */
function wrongCheckpoint({ entries, note, key, roots }, { ledgerId }, keys) {
  const { origin, size, root } = checkpointOf(note);
  const problems = [];
  if (roots.get(size) !== root)
    problems.push(
      `The checkpoint states the root ${root} for ${size} entries, which they do not have.`,
    );
  if (size < entries.length)
    problems.push(
      `The checkpoint is of ${size} entries: nothing signed the ${entries.length - size} after them.`,
    );
  if (origin !== `quantalgo/ledger/${encodeURIComponent(ledgerId)}`)
    problems.push(`The checkpoint is of ${origin}, the ledger is ${ledgerId}.`);
  for (const one of [key, ...keys])
    if (!isSignedBy(note, one)) problems.push(`The checkpoint is not signed with the key ${one}.`);
  return problems;
}

/** Describes problems other than invalid entries, one sentence per problem. */
function complaints({ entries, stamps, record, roots }, result, { trees }, { ca, others }) {
  const problems = others.map(
    ({ slot, size }) =>
      `The checkpoint of ${size} entries that was stamped in slot ${slot} is of another ledger.`,
  );
  for (const { size, root } of trees)
    if (roots.get(size) !== root)
      problems.push(
        `Rewritten: you noted the root ${root} of ${size} entries, the log has ${roots.get(size) ?? 'fewer'}.`,
      );
  for (const stamp of stamps.filter(({ ledgerId }) => ledgerId === result.ledgerId))
    if (!stampFits(stamp, entries, ca))
      problems.push(`The time-stamp of ${stamp.day} does not fit entry #${stamp.seq}.`);
  const figures = record?.performance;
  if (!figures) return problems;
  const standing = result.standings[figures.totalSignals];
  if (standing?.won !== figures.wonSignals || standing.breakEven !== figures.breakEvenSignals)
    problems.push(
      `The site shows ${figures.wonSignals} won and ${figures.breakEvenSignals} break-even of ${figures.totalSignals}, the ledger ${standing ? `says ${standing.won} and ${standing.breakEven}` : `has only ${result.settled} settled`}.`,
    );
  return problems;
}

const faultText = ({ rule, seq, count, reason }) =>
  `Fault at #${seq} (${rule}${count > 1 ? `, ${count} entries` : ''}): ${reason}.`;

function report(given, result, { ca, fitting }) {
  const { head, faults, source = head.source } = result;
  const judgedCount = result.settled + result.overdue;
  const own = given.stamps.filter(({ ledgerId }) => ledgerId === result.ledgerId).length;
  const signed = ca === undefined ? 'signatures not checked: give --ca' : 'signatures checked';
  return [
    `${faults.length > 0 ? 'It holds, with doubts' : 'Verified'}${source === 'twelvedata' ? '' : ` (Demonstration: ${source} prices, no record of a real market)`}`,
    `ledger       ${result.ledgerId}`,
    `entries      ${given.entries.length}`,
    `newest       #${head.seq} ${head.hash} of ${head.at}`,
    `root         ${given.entries.length}:${given.roots.get(given.entries.length)}`,
    `key          ${given.key}`,
    `published    ${result.published}, missed ${result.missed}, corrections ${result.corrections}`,
    `settled      ${result.settled}: won ${result.won}, lost ${result.lost}, break-even ${result.breakEven}; never revealed ${result.overdue}, counted as lost`,
    `win rate     ${percent(result.won, judgedCount)} within ${result.levels} levels (a coin: ${100 - 100 / 2 ** result.levels} %)`,
    `first entry  ${percent(result.firstEntryWon, judgedCount)} (a coin: 50 %)`,
    `time-stamps  ${own} fit${own > 0 ? ` (${signed})` : ''}`,
    `${ca === undefined ? 'stamped' : 'proven '}      ${stampedBeforeEntry(given.entries, fitting)} of ${result.published} published before their entry${fitting.length > 0 ? ` (${signed})` : ''}`,
    ...faults.map(faultText),
  ].join('\n');
}

/** Parses a root that the user noted: `<size>:<root>`, optionally with `@<time>`. */
function readNoted(text) {
  const [, size, root, , at] = /^(\d+):([A-Za-z0-9+/]{43}=)(@(.+))?$/.exec(text ?? '') ?? [];
  if (root === undefined || (at !== undefined && isNaN(Date.parse(at))))
    throw new Error(
      '--root takes a number of entries and their root: 1204:q3Jk…=, and may take a time: …@2026-11-20T12:00:00Z',
    );
  return { size: Number(size), root, at: at && Date.parse(at) };
}

function readArguments(args) {
  const given = { trees: [], keys: [], where: undefined, ca: undefined };
  for (let i = 0; i < args.length; i += 1) {
    if (args[i] === '--ca') given.ca = args[++i];
    else if (args[i] === '--key') given.keys.push(args[++i] ?? '');
    else if (args[i] === '--root') given.trees.push(readNoted(args[++i]));
    else given.where = args[i];
  }
  if (given.where === undefined)
    throw new Error(
      'Usage: verify-ledger <url or file> [--root size:root] [--key key] [--ca file]',
    );
  return given;
}

/** Adds the roots for all sizes that a stamp or claim refers to. */
function withRoots(given, trees) {
  const { leaves, stamped, note } = given;
  const claims = [...trees, ...stamped, checkpointOf(note)];
  const sizes = [leaves.length, ...claims.map(({ size }) => size)];
  return { ...given, roots: rootsOf(leaves, sizes) };
}

async function main(args) {
  const options = readArguments(args);
  const { where, trees, keys, ca } = options;
  const read = /^https?:/.test(where)
    ? await downloadAll(new URL(where).origin)
    : readExport(where);
  const given = withRoots(read, trees);
  const stamped = given.stamps.flatMap((stamp) => sightingOf(stamp, given.entries) ?? []);
  const checked = { ca, ...(await checkStamped(given, ca)) };
  const sightings = [
    ...trees,
    ...stamped,
    ...checked.fitting.map((one) => ({ size: one.size, at: stampedAt(one) })),
  ].filter(({ at }) => at !== undefined);
  const result = verify(given.entries, Date.now(), sightings);
  const { broken } = result;
  if (broken)
    throw new Error(
      `Broken at #${broken.seq}: ${broken.reason}. ${broken.seq} entries before it hold.`,
    );
  if (!result.head) throw new Error('The ledger has no entries.');
  const untrue = result.faults.filter(({ rule }) => UNTRUE.includes(rule));
  const problems = [
    ...wrongCheckpoint(given, result, keys),
    ...complaints(given, result, options, checked),
    ...untrue.map(faultText),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(report(given, result, checked));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
