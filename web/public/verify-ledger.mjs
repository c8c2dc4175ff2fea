#!/usr/bin/env node
// Verifies a public ledger of signals. Needs only Node 18 or newer. Read it before you trust it.
//
//   node verify-ledger.mjs https://the.site       downloads the ledger and verifies it
//   node verify-ledger.mjs export.json            verifies an export of "Verify the record"
//   … --root 1204:q3Jk…Zw=                        also checks a root that you noted (repeatable)
//   … --root 1204:q3Jk…Zw=@2026-11-20T12:00:00Z   … and that no later entry claims to be older
//   … --key quantalgo/ledger/…                    also checks that a key you noted signs the log
//   … --ca authorities.pem                        also checks with openssl which time stamps these
//                                                 authorities signed. They prove which signals
//                                                 were published before their entry.
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
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MINUTE_MS = 60_000;
const SLOT_MS = 5 * MINUTE_MS;
const MAX_REVEAL_MS = 24 * 60 * MINUTE_MS;
const MAX_CONFIRM_DELAY_MS = 10_000;
const BUNDLE_SIZE = 256;
const MAX_PARALLEL_DOWNLOADS = 8;
const MAX_WAIT_SECONDS = 600;

const MAX_ATTEMPTS = 20;
/** Longest time (ms) for which a cache may keep a checkpoint. */
const CHECKPOINT_MAX_AGE_MS = 5000;

class BrokenEntryError extends Error {}
function assert(holds, reason) {
  if (!holds) throw new BrokenEntryError(reason);
}

// ---------------------------------------------------------------- shapes of entries

const sha256 = (text) => createHash('sha256').update(text).digest('hex');

function toCanonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  const fields = keys.map((key) => `${JSON.stringify(key)}:${toCanonicalJson(value[key])}`);
  return `{${fields.join(',')}}`;
}

const isText = (value) => typeof value === 'string';
const isHash = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value);
const isTime = (value) =>
  isText(value) &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(value) &&
  !isNaN(Date.parse(value));
const isSlot = (value) => isText(value) && formatSlotId(parseSlotId(value)) === value;
const isOneOf = (values) => (value) => values.includes(value);
const isSource = isOneOf(['twelvedata', 'replay', 'simulated']);
const isOutcome = isOneOf(['profit', 'loss', 'break-even']);
/** A ledger's genesis may not state more levels than this. */
const MAX_LEVELS = 8;
const isLevel = (value) =>
  value === null || (Number.isInteger(value) && value >= 0 && value < MAX_LEVELS);
const isAmount = (value) => Number.isFinite(value) && value > 0;
const isOptional = (isValid) => (value) => value === undefined || isValid(value);
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
  value.levels <= MAX_LEVELS &&
  Array.isArray(value.stakes) &&
  value.stakes.length === value.levels &&
  value.stakes.every(isAmount) &&
  isAmount(value.payout);

const isShare = (value) => Number.isFinite(value) && value >= 0 && value <= 100;
const isProbability = (value) =>
  isObject(value) && [value.value, value.low, value.high].every(isShare);

/** Extra fields are allowed. */
const hasShape = (value, shape) =>
  isObject(value) && Object.keys(shape).every((key) => shape[key](value[key]));

const SIGNAL_SHAPE = {
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
const OUTCOME_SHAPE = {
  slot: isSlot,
  outcome: isOutcome,
  level: isLevel,
  closes: isCloses,
  fetchedAt: isTime,
};
const ENTRY_SHAPES = {
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
  settlement: { ...OUTCOME_SHAPE, signal: (value) => hasShape(value, SIGNAL_SHAPE), salt: isHash },
  correction: OUTCOME_SHAPE,
  miss: { slot: isSlot, reason: isText },
  closed: { from: isSlot, to: isSlot },
};
const COMMON_SHAPE = {
  type: isText,
  seq: Number.isInteger,
  at: isTime,
  source: isSource,
  prev: isHash,
  hash: isHash,
};

/** A slot's id is its start time, such as 20261120T1405Z. */
const parseSlotId = (id) => Date.parse(id.replace(/^(....)(..)(..T..)(..Z)$/, '$1-$2-$3:$4'));
const formatSlotId = (time) =>
  isNaN(time) || time % SLOT_MS
    ? null
    : new Date(time).toISOString().slice(0, 16).replace(/[-:]/g, '') + 'Z';

// ---------------------------------------------------------------- outcomes of signals

/**
 * The genesis states the number of levels. Level k (from 0) enters at the close of slot + 5 (k + 1)
 * minutes and exits five minutes later. CALL wins on a higher exit, PUT on a lower one. An equal or
 * missing close is flat. The first level that wins ends the signal. A flat first level ends it as
 * break-even, and a flat later level returns its stake. If no level wins, the signal is lost.
 */
function playLadder(direction, prices, levels) {
  for (let level = 0; level < levels; level += 1) {
    const [entry, exit] = [prices[level], prices[level + 1]];
    if (entry === undefined || exit === undefined) return null;
    const rise = entry === null || exit === null ? 0 : exit - entry;
    if (level === 0 && rise === 0) return { outcome: 'break-even', level: null };
    if (direction === 'CALL' ? rise > 0 : rise < 0) return { outcome: 'profit', level };
  }
  return { outcome: 'loss', level: null };
}

/** Results are integers, in ten-thousandths of a first stake. */
const UNITS_PER_STAKE = 10_000;

/** Flat levels return their stake. A signal that was revealed too late loses all levels. */
function computeLadderResult({ outcome, level, closes }, isLate, { levels, stakes, payout }) {
  if (outcome === 'break-even') return 0;
  const units = stakes.map((stake) => Math.round(UNITS_PER_STAKE * stake));
  let result = level === null ? 0 : Math.round(units[level] * payout);
  for (let lost = 0; lost < (level ?? levels); lost += 1) {
    const [entry, exit] = [closes[lost]?.price ?? null, closes[lost + 1]?.price ?? null];
    if (isLate || (entry !== null && exit !== null && entry !== exit)) result -= units[lost];
  }
  return result;
}

/** CALL signals limit the price from above, PUT signals from below. */
const isPastWorstPrice = ({ direction, worstPrice }, price) =>
  direction === 'CALL' ? price > worstPrice : price < worstPrice;

function recheckOutcome({ slot, at, closes, outcome, level }, direction, levels) {
  const prices = closes.map(({ price }) => price);
  const hasExpectedTimes = closes.every(
    (close, index) => Date.parse(close.at) === parseSlotId(slot) + SLOT_MS * (index + 1),
  );
  const verdict = playLadder(direction, prices, levels);
  assert(
    hasExpectedTimes && verdict && !playLadder(direction, prices.slice(0, -1), levels),
    'its closes are not the ones that decide the signal',
  );
  assert(Date.parse(at) >= Date.parse(closes.at(-1).at), 'it was recorded before its last close');
  assert(
    verdict.outcome === outcome && verdict.level === level,
    'its own closes give a different outcome',
  );
}

// ---------------------------------------------------------------- rules about times and prices

const MAX_PUBLICATION_DELAY_MS = 90_000;
/** The first entry's outcome is known at the end of the next slot. */
const MAX_MISS_DELAY_MS = 2 * SLOT_MS;
/** One missing close affects up to five signals. */
const MAX_MISSING_PRICES = 5;
const SETTLEMENT_WINDOW = 100;
/**
 * Allows for caches, for clocks that differ, and for settlements that are retried for some minutes.
 */
const getMaxLagMs = (type) => (['settlement', 'correction'].includes(type) ? 10 : 2) * MINUTE_MS;
/** These rules are broken only by untrue entries. An outage can break the others, too. */
const UNTRUE_RULES = ['back-dated', 'late-publication', 'closed-while-open'];

const NEW_YORK_FORMAT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});
/** Hours in New York at which metals close early (CME Group's calendar); 0 if closed all day. */
const METAL_EARLY_CLOSES = {
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
  const parts = NEW_YORK_FORMAT.formatToParts(time - SLOT_MS);
  const { year, month, day, hour, minute } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  const hours = Number(hour) + Number(minute) / 60;
  if (hours >= 17 && hours < 18) return false;
  // The next trading day starts at 17:00.
  const dayStart = Date.UTC(year, month - 1, day);
  const tradingDay = new Date(dayStart + (hours >= 17 ? 24 * 60 * MINUTE_MS : 0));
  const date = tradingDay.toISOString().slice(0, 10);
  if ([0, 6].includes(tradingDay.getUTCDay()) || /-(12-25|01-01)$/.test(date)) return false;
  const closingHour = METAL_EARLY_CLOSES[date] ?? 17;
  return closingHour !== 0 && (hours >= 18 || hours < closingHour);
}

/**
 * The first slot of a range in which signals for all pairs were possible; null if there is none.
 */
function findOpenSlot({ from, to }, levels) {
  for (let slot = parseSlotId(from); slot <= parseSlotId(to); slot += SLOT_MS)
    if (isOpenUntil(slot) && isOpenUntil(slot + (levels + 1) * SLOT_MS)) return formatSlotId(slot);
  return null;
}

/** Finds entries of an intact chain that break a rule about times or prices. */
function findFaults(entries, levels) {
  const faults = [];
  const openFaults = new Map();
  const priceGaps = [];
  const recordCheck = (rule, seq, isFault, reason) => {
    if (!isFault) openFaults.delete(rule);
    else if (openFaults.has(rule)) openFaults.get(rule).count += 1;
    else {
      const fault = { rule, seq, count: 1, reason };
      openFaults.set(rule, fault);
      faults.push(fault);
    }
  };
  for (const { type, seq, at, slot, source, ...entry } of entries) {
    const delayMs = slot && Date.parse(at) - parseSlotId(slot);
    if (type === 'publication')
      recordCheck(
        'late-publication',
        seq,
        delayMs > MAX_PUBLICATION_DELAY_MS,
        `it was published ${Math.ceil(delayMs / 1000)} seconds after its slot began, but at most 90 are allowed`,
      );
    if (type === 'miss')
      recordCheck(
        'late-miss',
        seq,
        delayMs >= MAX_MISS_DELAY_MS,
        `slot ${slot} was reported as missed ${Math.floor(delayMs / MINUTE_MS)} minutes after it began, when its outcome could already be known`,
      );
    if (type === 'closed') {
      const open = source === 'twelvedata' ? findOpenSlot(entry, levels) : null;
      const reason = `it says that the market was closed at ${open}, when it was open`;
      recordCheck('closed-while-open', seq, open !== null, reason);
    }
    if (type === 'settlement') {
      // A loss gained nothing from its missing price.
      priceGaps.push(entry.outcome !== 'loss' && entry.closes.some(({ price }) => price === null));
      if (priceGaps.length > SETTLEMENT_WINDOW) priceGaps.shift();
      const gapCount = priceGaps.filter(Boolean).length;
      const reason = `of the last ${priceGaps.length} settlements ${gapCount} lack a price and were not lost, where ${MAX_MISSING_PRICES} are allowed`;
      recordCheck('missing-prices', seq, gapCount > MAX_MISSING_PRICES, reason);
    }
  }
  return faults;
}

/** Finds entries that claim to be older than a time at which the ledger had only `size` entries. */
function findBackDated(entries, sightings) {
  const backDatedBySeq = new Map();
  for (const { size, at } of sightings) {
    const isOlder = (entry, lag) => entry && Date.parse(entry.at) < at - lag;
    const older = [];
    for (let seq = size; isOlder(entries[seq], 2 * MINUTE_MS); seq += 1)
      if (isOlder(entries[seq], getMaxLagMs(entries[seq].type))) older.push(entries[seq]);
    const [oldest] = older;
    if (!oldest || (backDatedBySeq.get(oldest.seq)?.count ?? 0) >= older.length) continue;
    const reason = `it is dated ${new Date(oldest.at).toISOString()}, but did not exist yet at ${new Date(at).toISOString()}`;
    backDatedBySeq.set(oldest.seq, {
      rule: 'back-dated',
      seq: oldest.seq,
      count: older.length,
      reason,
    });
  }
  return [...backDatedBySeq.values()].sort((a, b) => a.seq - b.seq);
}

// ---------------------------------------------------------------- the chain

/**
 * Verifies all entries from the first one. `sightings` are known sizes of the ledger at times
 * (epoch ms). `siteTime` is `now` by the site's clock. Both are compared, so that a wrong clock
 * doesn't cause a false accusation.
 * @returns totals, `broken` for the first invalid entry, and `faults` for rules about time that an
 *   intact chain breaks
 */
export function verify(entries, now = Date.now(), sightings = [], siteTime = now) {
  const laterClock = Math.max(now, siteTime);
  const unsettled = new Map();
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
  /** Confirmed signals that were settled. All but `confirmed` only count those with a go. */
  const entered = { confirmed: 0, settled: 0, won: 0, breakEven: 0, firstEntryWon: 0, result: 0 };
  const noTotals = { won: 0, breakEven: 0, firstEntryWon: 0, missed: 0 };
  const standings = [{ ...noTotals, entered: { ...entered } }];
  let previous = null;
  let lastSlot = null;
  let ladderRules = null;
  let levels = 0;

  const accountForSlots = (from, to) => {
    assert(to >= from, 'its slots are in the wrong order');
    assert(lastSlot === null || from > lastSlot, 'its slot was already accounted for');
    assert(
      lastSlot === null || from === lastSlot + SLOT_MS,
      `slot ${formatSlotId(lastSlot + SLOT_MS)} is left out`,
    );
    lastSlot = to;
  };
  const verifiers = {
    genesis({ rules }) {
      ladderRules = rules;
      levels = rules.levels;
    },
    publication({ slot, at, commitment, revealBy }) {
      const start = parseSlotId(slot);
      accountForSlots(start, start);
      assert(Date.parse(at) >= start, 'it was recorded before its slot began');
      assert(
        Date.parse(at) < start + SLOT_MS,
        'it was published when its first level could already be entered',
      );
      assert(
        Date.parse(revealBy) === start + MAX_REVEAL_MS,
        'its reveal deadline is not 24 hours after its slot',
      );
      unsettled.set(slot, { commitment, revealBy: start + MAX_REVEAL_MS });
      count.published += 1;
    },
    confirmation({ slot, at, go, close }) {
      const publication = unsettled.get(slot);
      assert(
        publication,
        'it confirms a signal that was never published or has already been settled',
      );
      assert(!publication.confirmed, 'it confirms a signal a second time');
      const delayMs = Date.parse(at) - parseSlotId(slot) - SLOT_MS;
      assert(
        delayMs >= 0 && Date.parse(close.at) === parseSlotId(slot) + SLOT_MS,
        'it does not use the price at the entry',
      );
      assert(!go || close.price !== null, 'it says “go” without a price');
      assert(!go || delayMs <= MAX_CONFIRM_DELAY_MS, 'it says “go” when it was too late to enter');
      publication.confirmed = { go, price: close.price };
    },
    settlement(entry) {
      const { slot, signal, salt, outcome, level } = entry;
      const publication = unsettled.get(slot);
      assert(
        publication,
        'it settles a signal that was never published or has already been settled',
      );
      assert(
        signal.id === slot && signal.source === entry.source,
        'it reveals a signal for a different slot or market',
      );
      assert(
        sha256(toCanonicalJson({ salt, signal })) === publication.commitment,
        'the signal that it reveals is not the one that was sealed',
      );
      const { confirmed } = publication;
      if (confirmed && confirmed.price !== null)
        assert(
          confirmed.go !== isPastWorstPrice(signal, confirmed.price),
          'its go or no-go contradicts its own worst price',
        );
      assert(level === null || level < levels, 'it names a level that its ledger does not have');
      const isLate = Date.parse(entry.at) > publication.revealBy;
      if (isLate)
        assert(
          outcome === 'loss' && level === null,
          'it was revealed too late, which counts as lost',
        );
      else {
        recheckOutcome(entry, signal.direction, levels);
        const prices = [confirmed?.price ?? null, entry.closes[0].price];
        assert(
          prices.includes(null) || prices[0] === prices[1],
          'it was settled at a different entry price from the one that decided its go or no-go',
        );
      }
      unsettled.delete(slot);
      settled.set(slot, { direction: signal.direction, outcome, level });
      count.settled += 1;
      count.won += outcome === 'profit';
      count.lost += outcome === 'loss';
      count.breakEven += outcome === 'break-even';
      count.firstEntryWon += level === 0;
      if (confirmed) entered.confirmed += 1;
      if (confirmed?.go) {
        entered.settled += 1;
        entered.won += outcome === 'profit';
        entered.breakEven += outcome === 'break-even';
        entered.firstEntryWon += level === 0;
        entered.result += computeLadderResult(entry, isLate, ladderRules);
      }
      const { won, breakEven, firstEntryWon, missed } = count;
      standings.push({ won, breakEven, firstEntryWon, missed, entered: { ...entered } });
    },
    correction(entry) {
      const settlement = settled.get(entry.slot);
      assert(
        settlement && !settlement.corrected,
        'it corrects a signal that is not settled or has already been corrected',
      );
      assert(
        settlement.outcome !== entry.outcome || settlement.level !== entry.level,
        'it repeats the outcome that it claims to correct',
      );
      recheckOutcome(entry, settlement.direction, levels);
      settlement.corrected = true;
      count.corrections += 1;
    },
    miss({ slot, at }) {
      accountForSlots(parseSlotId(slot), parseSlotId(slot));
      assert(Date.parse(at) >= parseSlotId(slot), 'it was recorded before its slot began');
      count.missed += 1;
    },
    closed({ from, to, at }) {
      accountForSlots(parseSlotId(from), parseSlotId(to));
      assert(Date.parse(at) >= parseSlotId(to), 'it was recorded before its slots ended');
    },
  };
  const verifyEntry = (entry, seq) => {
    assert(
      Object.hasOwn(ENTRY_SHAPES, entry?.type) &&
        hasShape(entry, { ...COMMON_SHAPE, ...ENTRY_SHAPES[entry.type] }),
      'it is not a ledger entry: a field is missing or invalid',
    );
    const { hash, ...content } = entry;
    assert(entry.seq === seq, `it is numbered ${entry.seq}`);
    assert(
      entry.prev === (previous?.hash ?? '0'.repeat(64)),
      'it does not follow the previous entry',
    );
    assert(sha256(toCanonicalJson(content)) === hash, 'its content does not match its hash');
    assert(
      (entry.type === 'genesis') === (seq === 0),
      'a ledger must begin with a genesis entry and contain no other',
    );
    assert(
      !previous || Date.parse(entry.at) >= Date.parse(previous.at),
      'its time is earlier than the previous entry’s',
    );
    assert(Date.parse(entry.at) <= laterClock + 10 * MINUTE_MS, 'its time is in the future');
    assert(
      !previous || entry.source === previous.source,
      'it is from a different market than its ledger',
    );
    verifiers[entry.type](entry);
    previous = entry;
  };

  let broken = null;
  for (const [seq, entry] of entries.entries()) {
    try {
      verifyEntry(entry, seq);
    } catch (error) {
      const reason = error instanceof BrokenEntryError ? error.message : 'it is invalid';
      broken = { seq, reason };
      break;
    }
  }
  // An old date from the site can't hide a signal that its own newest entry shows to be overdue.
  const judgedAt = Math.max(Math.min(now, siteTime), previous ? Date.parse(previous.at) : 0);
  const overdue = [...unsettled.values()].filter(({ revealBy }) => judgedAt > revealBy).length;
  const { ledgerId } = entries[0] ?? {};
  const faults = broken
    ? []
    : [...findFaults(entries, levels), ...findBackDated(entries, sightings)];
  const totals = { ...count, overdue, standings };
  return { broken, faults, head: previous, ledgerId, levels, rules: ladderRules, ...totals };
}

// ---------------------------------------------------------------- the log, a Merkle tree

const hashBytes = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const hashNode = (left, right) => hashBytes(Buffer.from([1]), left, right);

/** An entry's leaf is its canonical JSON. */
const toLeaf = (entry) => Buffer.from(toCanonicalJson(entry));

/** Computes roots (base64) of the trees of these sizes over the first leaves. */
export function computeRoots(leaves, sizes) {
  const wantedSizes = new Set(sizes);
  const roots = new Map();
  const peaks = []; // complete subtrees from the left, each with its height
  for (const [index, leaf] of leaves.entries()) {
    let node = { height: 0, hash: hashBytes(Buffer.from([0]), leaf) };
    while (peaks.at(-1)?.height === node.height)
      node = { height: node.height + 1, hash: hashNode(peaks.pop().hash, node.hash) };
    peaks.push(node);
    if (!wantedSizes.has(index + 1)) continue;
    const root = peaks.map(({ hash }) => hash).reduceRight((right, left) => hashNode(left, right));
    roots.set(index + 1, root.toString('base64'));
  }
  return roots;
}

/** Parses a signed note (C2SP signed-note): a checkpoint's name, size and root (base64). */
function parseCheckpoint(note) {
  const [, text, origin, size, root] =
    /^(([^\n]+)\n(0|[1-9]\d{0,14})\n([^\n]+)\n(?:[^\n]+\n)*)\n/.exec(note) ?? [];
  if (text === undefined) throw new Error('What the log has for a checkpoint is none.');
  return { text, origin, size: Number(size), root };
}

/** Ed25519's signature type in C2SP signed-note. */
const ED25519 = 1;

/** A log's key has the form <name>+<id>+<base64>. */
function isNoteSignedBy(note, key) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(key) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  const keyId = hashBytes(Buffer.from(`${name}\n`), bytes).toString('hex', 0, 4);
  if (bytes.length !== 33 || bytes[0] !== ED25519 || keyId !== id) return false;
  const { text } = parseCheckpoint(note);
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
 * Waits and retries after a `Retry-After`, because downloading a long record's stamps exceeds the
 * site's rate limit.
 */
async function fetchFromSite(site, path) {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await fetch(new URL(path, site)).catch(() => null);
    if (!reply) throw new Error(`${site} can't be reached.`);
    if (reply.ok) return reply;
    const envelope = await reply.json().catch(() => null);
    const seconds = Math.min(Number(reply.headers.get('retry-after')), MAX_WAIT_SECONDS);
    if (!(seconds > 0) || attempt === MAX_ATTEMPTS)
      throw new Error(`${site}${path} refused: ${envelope?.message ?? reply.status}`);
    process.stderr.write(`${site} asks to wait for ${seconds} seconds\n`);
    await sleep(1000 * seconds);
  }
}

const fetchText = async (site, path) => (await fetchFromSite(site, path)).text();

/** Splits a bundle (C2SP tlog-tiles) into entries. Each follows its length in two bytes. */
function splitBundle(bundle) {
  const leaves = [];
  for (let offset = 0; offset < bundle.length; offset += 2 + bundle.readUInt16BE(offset))
    leaves.push(bundle.subarray(offset + 2, offset + 2 + bundle.readUInt16BE(offset)));
  return leaves;
}

/** Formats 1234067 as x001/x234/067. */
const formatTileIndex = (index) =>
  String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .replace(/\d{3}(?=\d)/g, 'x$&/');

async function downloadBundle(site, index, size) {
  const width = Math.min(BUNDLE_SIZE, size - index * BUNDLE_SIZE);
  const suffix = width === BUNDLE_SIZE ? '' : `.p/${width}`;
  const path = `/ledger/tile/entries/${formatTileIndex(index)}${suffix}`;
  const reply = await fetchFromSite(site, path);
  const bundle = Buffer.from(await reply.arrayBuffer());
  let leaves = [];
  try {
    leaves = splitBundle(bundle);
  } catch {
    // The bundle ends within a length.
  }
  if (leaves.length !== width) throw new Error(`Bundle ${index} of the log is no list of entries.`);
  return leaves;
}

const parseEntry = (leaf) => {
  try {
    return JSON.parse(leaf.toString());
  } catch {
    return null;
  }
};

/**
 * Downloads a ledger up to its newest checkpoint, with the site's claims about it. Reuses the
 * claims and full bundles of a `previous` download that ended before the claimed entries.
 */
async function download(site, previous) {
  const record = previous?.record ?? (await (await fetchFromSite(site, '/api/record')).json()).data;
  const reply = await fetchFromSite(site, '/ledger/checkpoint');
  const date = Date.parse(reply.headers.get('date'));
  const siteTime = isNaN(date) ? undefined : date;
  const note = await reply.text();
  const key = (await fetchText(site, '/ledger/key')).trim();
  const { size } = parseCheckpoint(note);
  // Full bundles never change.
  const stored = previous?.leaves ?? [];
  const leaves = stored.slice(0, stored.length - (stored.length % BUNDLE_SIZE));
  while (leaves.length < size) {
    const firstIndex = leaves.length / BUNDLE_SIZE;
    const count = Math.min(MAX_PARALLEL_DOWNLOADS, Math.ceil(size / BUNDLE_SIZE) - firstIndex);
    const bundles = Array.from({ length: count }, (_, index) =>
      downloadBundle(site, firstIndex + index, size),
    );
    leaves.push(...(await Promise.all(bundles)).flat());
    process.stderr.write(`${leaves.length} of ${size} entries downloaded\n`);
  }
  const entries = leaves.map(parseEntry);
  const stamps = previous?.stamps ?? (await downloadLists(site, entries, 'daily', 7));
  const checkpoints = previous?.stamped ?? (await downloadLists(site, entries, 'stamps', 10));
  const stamped = checkpoints.filter(isStampedCheckpoint);
  return { site, siteTime, note, key, leaves, entries, stamps, stamped, record };
}

/**
 * Downloads again if the site's claims concern entries that were added during the first download.
 */
async function downloadAll(site) {
  const initial = await download(site);
  const { entries, stamps, record } = initial;
  const countEntries = (type) => entries.filter((entry) => entry?.type === type).length;
  const isAhead =
    record?.performance?.totalSignals > countEntries('settlement') ||
    record?.performance?.missedSlots > countEntries('miss') ||
    stamps.some(({ seq }) => seq >= entries.length);
  if (!isAhead) return initial;
  await sleep(CHECKPOINT_MAX_AGE_MS);
  return download(site, initial);
}

/**
 * Downloads the site's lists of the ledger by day (10 digits of the date) or month (7). One JSON
 * per line.
 */
async function downloadLists(site, entries, folder, digits) {
  const { at, ledgerId } = entries[0] ?? {};
  const dayMs = 24 * 60 * MINUTE_MS;
  const names = new Set();
  for (let time = Math.floor(Date.parse(at) / dayMs) * dayMs; time <= Date.now(); time += dayMs)
    names.add(new Date(time).toISOString().slice(0, digits).replaceAll('-', ''));
  const rows = [];
  for (const name of names) {
    const lines = (await fetchText(site, `/ledger/${folder}/${name}`)).split('\n').filter(Boolean);
    rows.push(...lines.map((line) => JSON.parse(line)));
  }
  return rows.filter((row) => isObject(row) && row.ledgerId === ledgerId);
}

const isStampedCheckpoint = (row) =>
  isSlot(row.slot) &&
  Number.isInteger(row.size) &&
  [row.origin, row.root].every(isText) &&
  Array.isArray(row.stamps) &&
  row.stamps.length > 0 &&
  row.stamps.every(({ authority, genTime }) => isText(authority) && isTime(genTime));

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
  return { note, key, entries, leaves: entries.map(toLeaf), stamps, stamped: [] };
}

// ---------------------------------------------------------------- time stamps (RFC 3161)

/**
 * DER tags on the path to a token's time, one list per level. The path enters each list's last
 * value.
 */
const GEN_TIME_PATH = [
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
function readContent(bytes, [tag, ...otherTags]) {
  const extraLengthBytes = bytes[1] > 0x80 ? bytes[1] - 0x80 : 0;
  const start = 2 + extraLengthBytes;
  const length = extraLengthBytes > 0 ? parseInt(bytes.toString('hex', 2, start), 16) : bytes[1];
  const end = start + length;
  // openssl reads a length of 0x80 (indefinite), but DER forbids it.
  if (bytes[0] !== tag || bytes[1] === 0x80 || !(end <= bytes.length)) throw new Error('No DER');
  return otherTags.length > 0
    ? readContent(bytes.subarray(end), otherTags)
    : bytes.subarray(start, end);
}

/** Time (ISO text) at which the authority stamped the token; null if it isn't a token. */
function readGenTime(token) {
  try {
    const time = GEN_TIME_PATH.reduce((bytes, tags) => readContent(bytes, tags), token);
    const iso = time
      .toString('latin1')
      .replace(/^(....)(..)(..)(..)(..)(.+Z)$/, '$1-$2-$3T$4:$5:$6');
    return isTime(iso) ? iso : null;
  } catch {
    return null;
  }
}

const decodeToken = ({ token }) => Buffer.from(String(token), 'base64');

/**
 * A day's stamp fits if its token covers the hash of entry `seq`. Only openssl can verify who
 * signed it.
 */
function doesStampFit({ seq, hash, ...stamp }, entries) {
  const der = decodeToken(stamp);
  // SHA-256 and the hash, in DER.
  const imprint = Buffer.from(`3031300d060960864801650304020105000420${hash}`, 'hex');
  if (!isHash(hash) || entries[seq]?.hash !== hash || !der.includes(imprint)) return false;
  return readGenTime(der) !== null;
}

let opensslVersion;

/** Also reports what would otherwise look like tokens that nobody signed. */
function getOpensslVersion(ca) {
  opensslVersion ??= readOpensslVersion(ca);
  return opensslVersion;
}

function readOpensslVersion(ca) {
  if (!existsSync(ca)) throw new Error(`There is no file ${ca}.`);
  try {
    return execFileSync('openssl', ['version']).toString();
  } catch (error) {
    throw new Error("--ca needs openssl, which can't be run.", { cause: error });
  }
}

/**
 * Options to check certificates at the token's own time, because they may have expired since.
 * LibreSSL only checks them at the current time.
 */
const toTimeOptions = (genTime, ca) =>
  getOpensslVersion(ca).startsWith('LibreSSL')
    ? []
    : ['-attime', String(Math.floor(Date.parse(genTime) / 1000))];

/** Uses openssl to verify that one of these authorities signed a token over the hash. */
function isTokenSigned(der, hash, ca) {
  const genTime = readGenTime(der);
  if (genTime === null) return false;
  const timeOptions = toTimeOptions(genTime, ca);
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
      ...timeOptions,
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
 * The ledger's proven size at the token's own time, because the list's time is unsigned. Null if
 * the stamp doesn't fit.
 */
function toSighting(stamp, entries) {
  if (!doesStampFit(stamp, entries)) return null;
  const at = Date.parse(readGenTime(decodeToken(stamp)));
  return { size: stamp.seq + 1, at };
}

/**
 * Selects stamped checkpoints that have this ledger's root at their size. With certificates, it
 * keeps only those whose token is signed and states the listed time.
 */
async function selectStamped({ site, entries, stamped, roots }, ca) {
  // The site may have stamped newer checkpoints than the downloaded entries.
  const covered = stamped.filter(({ size }) => size <= entries.length);
  const mismatched = covered.filter(({ size, root }) => size > 0 && roots.get(size) !== root);
  const matching = covered.filter((checkpoint) => !mismatched.includes(checkpoint));
  if (ca === undefined) return { matching, mismatched };
  const signed = [];
  for (const checkpoint of matching) {
    const stamps = [];
    for (const [index, stamp] of checkpoint.stamps.entries())
      if (await isStampSigned(site, checkpoint, index, ca)) stamps.push(stamp);
    if (stamps.length > 0) signed.push({ ...checkpoint, stamps });
  }
  return { matching: signed, mismatched };
}

async function isStampSigned(site, { slot, origin, size, root, stamps }, index, ca) {
  const reply = await fetchFromSite(site, `/ledger/stamps/${slot}/${index}`);
  const der = Buffer.from(await reply.arrayBuffer());
  // openssl verifies hash and signature. Only the signed token's own time can be trusted.
  const isListed = readGenTime(der)?.slice(0, 19) === stamps[index].genTime.slice(0, 19);
  return isListed && isTokenSigned(der, sha256(`${origin}\n${size}\n${root}\n`), ca);
}

const getStampTime = ({ stamps }) => Math.min(...stamps.map(({ genTime }) => Date.parse(genTime)));

/**
 * Counts publications in checkpoints that were stamped within their slot, so before their entry.
 */
function countStampedBeforeEntry(entries, stamped) {
  const stampedBySlot = new Map(stamped.map((checkpoint) => [checkpoint.slot, checkpoint]));
  return entries.filter(({ type, slot, seq }) => {
    const checkpoint = type === 'publication' && stampedBySlot.get(slot);
    return (
      checkpoint && checkpoint.size > seq && getStampTime(checkpoint) < parseSlotId(slot) + SLOT_MS
    );
  }).length;
}

// ---------------------------------------------------------------- the command

const formatPercent = (part, whole) =>
  whole === 0 ? 'none yet' : `${((100 * part) / whole).toFixed(1)}%`;

/** Describes what is wrong with a ledger's signed checkpoint, one sentence per problem. */
function findCheckpointProblems({ entries, note, key, roots }, { ledgerId }, keys) {
  const { origin, size, root } = parseCheckpoint(note);
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
  for (const expected of [key, ...keys])
    if (!isNoteSignedBy(note, expected))
      problems.push(`The checkpoint is not signed with the key ${expected}.`);
  return problems;
}

/** Allows for rounding errors. */
const matchesShare = (percent, count, total) =>
  percent === null || percent === undefined || Math.abs((percent * total) / 100 - count) < 0.5;

const doRatesFit = (figures, { won, firstEntryWon }) =>
  [figures.winRate, figures.winRateRange?.value].every((rate) =>
    matchesShare(rate, won, figures.totalSignals),
  ) &&
  [figures.firstEntryRate, figures.firstEntryRange?.value].every((rate) =>
    matchesShare(rate, firstEntryWon, figures.totalSignals),
  );

const isAverage = (value, sum, count) =>
  count === 0 ? value === null : Math.abs(value - sum / count) < 1e-6;

/** Compares a site's figures of the signals that could be entered. Rates leave flat ones out. */
function doEnteredFit(shown, entered, { payout }) {
  const { confirmed, settled, won, breakEven, firstEntryWon, result } = entered;
  if (!isObject(shown)) return confirmed === 0;
  const moved = settled - breakEven;
  const firstEntryResult = firstEntryWon * payout - (moved - firstEntryWon);
  return (
    shown.confirmed === confirmed &&
    shown.signals === settled &&
    shown.breakEven === breakEven &&
    isAverage(shown.winRate?.value ?? null, 100 * won, moved) &&
    isAverage(shown.firstEntryRate?.value ?? null, 100 * firstEntryWon, moved) &&
    isAverage(shown.resultPerSignal, result / UNITS_PER_STAKE, settled) &&
    isAverage(shown.resultPerFirstEntry, firstEntryResult, settled)
  );
}

/** Compares what a site shows besides the totals of all signals. */
function findFiguresProblems({ missedSlots, totalSignals, entered }, { standings, missed, rules }) {
  const standing = standings[totalSignals];
  if (!standing) return [];
  const problems = [];
  // Slots are missed between settlements, too.
  const maxMissed = standings[totalSignals + 1]?.missed ?? missed;
  if (missedSlots < standing.missed || missedSlots > maxMissed)
    problems.push(`The site shows ${missedSlots} missed slots, the ledger says ${maxMissed}.`);
  const { confirmed, settled, won, breakEven } = standing.entered;
  if (!doEnteredFit(entered, standing.entered, rules))
    problems.push(
      `The site's figures of signals that could be entered differ from the ledger's ${won} won and ${breakEven} break-even of ${settled}, with ${confirmed} confirmed.`,
    );
  return problems;
}

/** Describes problems other than invalid entries, one sentence per problem. */
function findProblems(ledger, result, { notedRoots }, { mismatched }) {
  const { entries, stamps, record, roots } = ledger;
  const problems = mismatched.map(
    ({ slot, size }) =>
      `The checkpoint of ${size} entries that was stamped in slot ${slot} is of another ledger.`,
  );
  for (const { size, root } of notedRoots)
    if (roots.get(size) !== root)
      problems.push(
        `Rewritten: you noted the root ${root} of ${size} entries, the log has ${roots.get(size) ?? 'fewer'}.`,
      );
  for (const stamp of stamps.filter(({ ledgerId }) => ledgerId === result.ledgerId))
    if (!doesStampFit(stamp, entries))
      problems.push(`The time-stamp of ${stamp.day} does not fit entry #${stamp.seq}.`);
  const figures = record?.performance;
  if (!figures) return problems;
  const standing = result.standings[figures.totalSignals];
  if (standing?.won !== figures.wonSignals || standing.breakEven !== figures.breakEvenSignals)
    problems.push(
      `The site shows ${figures.wonSignals} won and ${figures.breakEvenSignals} break-even of ${figures.totalSignals}, the ledger ${standing ? `says ${standing.won} and ${standing.breakEven}` : `has only ${result.settled} settled`}.`,
    );
  else if (!doRatesFit(figures, standing))
    problems.push(
      `The site shows rates that differ from the ledger's ${standing.won} won and ${standing.firstEntryWon} first entries won of ${figures.totalSignals}.`,
    );
  return [...problems, ...findFiguresProblems(figures, result)];
}

const formatFault = ({ rule, seq, count, reason }) =>
  `Fault at #${seq} (${rule}${count > 1 ? `, ${count} entries` : ''}): ${reason}.`;

/** The record's stamps all fit. Other authorities may have signed some of them. */
function formatStamps(stamps, ca) {
  const fitting = `${stamps.length} fit`;
  if (stamps.length === 0) return fitting;
  if (ca === undefined) return `${fitting} (${UNCHECKED_NOTE})`;
  const signed = stamps.filter((stamp) => isTokenSigned(decodeToken(stamp), stamp.hash, ca));
  return `${fitting} (signed by these authorities: ${signed.length} of ${stamps.length})`;
}

const UNCHECKED_NOTE = 'signatures not checked: give --ca';

function formatReport(ledger, result, { ca, matching }) {
  const { head, faults, source = head.source } = result;
  const movedCount = result.settled - result.breakEven + result.overdue;
  const stamps = ledger.stamps.filter(({ ledgerId }) => ledgerId === result.ledgerId);
  const signatureNote = ca === undefined ? UNCHECKED_NOTE : 'signatures checked';
  return [
    `${faults.length > 0 ? 'It holds, with doubts' : 'Verified'}${source === 'twelvedata' ? '' : ` (Demonstration: ${source} prices, no record of a real market)`}`,
    `ledger       ${result.ledgerId}`,
    `entries      ${ledger.entries.length}`,
    `newest       #${head.seq} ${head.hash} of ${head.at}`,
    `root         ${ledger.entries.length}:${ledger.roots.get(ledger.entries.length)}`,
    `key          ${ledger.key}`,
    `published    ${result.published}, missed ${result.missed}, corrections ${result.corrections}`,
    `settled      ${result.settled}: won ${result.won}, lost ${result.lost}, break-even ${result.breakEven}; never revealed ${result.overdue}, counted as lost`,
    `win rate     ${formatPercent(result.won, movedCount)} within ${result.levels} levels, not counting break-evens (a coin: ${100 - 100 / 2 ** result.levels}%)`,
    `first entry  ${formatPercent(result.firstEntryWon, movedCount)}, not counting break-evens (a coin: 50%)`,
    `time-stamps  ${formatStamps(stamps, ca)}`,
    `${ca === undefined ? 'stamped' : 'proven '}      ${countStampedBeforeEntry(ledger.entries, matching)} of ${result.published} published before their entry${matching.length > 0 ? ` (${signatureNote})` : ''}`,
    ...faults.map(formatFault),
  ].join('\n');
}

/** Parses a root that the user noted: `<size>:<root>`, optionally with `@<time>`. */
function parseNotedRoot(text) {
  const [, size, root, , at] = /^(\d+):([A-Za-z0-9+/]{43}=)(@(.+))?$/.exec(text ?? '') ?? [];
  if (root === undefined || (at !== undefined && isNaN(Date.parse(at))))
    throw new Error(
      '--root takes a number of entries and their root: 1204:q3Jk…=, and may take a time: …@2026-11-20T12:00:00Z',
    );
  return { size: Number(size), root, at: at && Date.parse(at) };
}

function readArguments(args) {
  const options = { notedRoots: [], keys: [], source: undefined, ca: undefined };
  for (let i = 0; i < args.length; i += 1) {
    if (args[i] === '--ca') options.ca = args[++i];
    else if (args[i] === '--key') options.keys.push(args[++i] ?? '');
    else if (args[i] === '--root') options.notedRoots.push(parseNotedRoot(args[++i]));
    else options.source = args[i];
  }
  if (options.source === undefined)
    throw new Error(
      'Usage: verify-ledger <url or file> [--root size:root] [--key key] [--ca file]',
    );
  return options;
}

/** Adds the roots for all sizes that a stamp or claim refers to. */
function addRoots(ledger, notedRoots) {
  const { leaves, stamped, note } = ledger;
  const claims = [...notedRoots, ...stamped, parseCheckpoint(note)];
  const sizes = [leaves.length, ...claims.map(({ size }) => size)];
  return { ...ledger, roots: computeRoots(leaves, sizes) };
}

async function main(args) {
  const options = readArguments(args);
  const { source, notedRoots, keys, ca } = options;
  const unrooted = /^https?:/.test(source)
    ? await downloadAll(new URL(source).origin)
    : readExport(source);
  const ledger = addRoots(unrooted, notedRoots);
  const stampSightings = ledger.stamps.flatMap((stamp) => toSighting(stamp, ledger.entries) ?? []);
  const checked = { ca, ...(await selectStamped(ledger, ca)) };
  const sightings = [
    ...notedRoots,
    ...stampSightings,
    ...checked.matching.map((checkpoint) => ({
      size: checkpoint.size,
      at: getStampTime(checkpoint),
    })),
  ].filter(({ at }) => at !== undefined);
  const result = verify(ledger.entries, Date.now(), sightings, ledger.siteTime);
  const { broken } = result;
  if (broken)
    throw new Error(
      `Broken at #${broken.seq}: ${broken.reason}. ${broken.seq} entries before it hold.`,
    );
  if (!result.head) throw new Error('The ledger has no entries.');
  const untrue = result.faults.filter(({ rule }) => UNTRUE_RULES.includes(rule));
  const problems = [
    ...findCheckpointProblems(ledger, result, keys),
    ...findProblems(ledger, result, options, checked),
    ...untrue.map(formatFault),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(formatReport(ledger, result, checked));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
