import { randomUUID } from 'node:crypto';
import type { Tier } from '@quantalgo/contracts/access/access';
import fc from 'fast-check';
import { createMember } from '../../../functions/test/server/http/members';
import { startApi } from '../../../functions/test/server/http/suite';
import type { CheckResult } from '../../src/checks/checks';
import { isContention } from '@quantalgo/functions/platform/core/documents';
import type { Limiter } from '@quantalgo/functions/platform/core/rateLimiter';
import { addressesOf } from '../../src/suite/environment';
import { type Ports, PROJECT } from '../../src/suite/ports';
import { deployedRules, emptyDatabase, loadRules } from '../../src/suite/services';
import { download, list, readDocument, upload, writeDocument } from '../fixtures/client';
import type { Run } from './api';
import { fileOf, giveFile, type Lane, type StepName, STEPS, type Turn } from './histories';
import {
  type Ask,
  ASKS,
  type HeldToken,
  newPerson,
  type Person,
  verdictOn,
  type World,
} from './sessionModel';

/** Histories that are played at a time. */
const LANES = 6;

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * One step at a time, while tokens are probed beside it: the emulator locks whole collections that a transaction only
 * read, which Firestore does not, and steps of two histories wait for each other until one is given up.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = lastTurn.then(work);
  lastTurn = mine.catch(() => undefined);
  return mine;
}

const STEPS_OF_HISTORY = 10;

/** What one token is shown to after each step: as many asks, of tokens and kinds at random. */
const PROBES = 3;

/** The signal that essential members alone receive. */
const SIGNAL = 'signals/20260101T0000Z';

const NAMES = Object.keys(STEPS).filter((name): name is StepName => name in STEPS);

/** What is asked at random: the file store, whose emulator answers slowest, half as often as the rest. */
const ASKED: readonly Ask[] = [...ASKS, ...ASKS.filter((ask) => !/file|upload/.test(ask))];

/** Steps that lead to others, and those. */
const OFTEN = [
  'logIn',
  'logIn',
  'askTransfer',
  'useTransfer',
  'askReset',
  'useReset',
  'renew',
] as const;

/** A step: what is done, to whom, and numbers to choose by. */
const anyStep = fc.record({
  name: fc.constantFrom<StepName>(...NAMES, ...OFTEN),
  who: fc.nat(2),
  picks: fc.array(fc.nat(1000), { minLength: 2 * PROBES + 4, maxLength: 2 * PROBES + 4 }),
});
type Script = readonly { name: StepName; who: number; picks: readonly number[] }[];

const anyScript: fc.Arbitrary<Script> = fc.array(anyStep, {
  minLength: STEPS_OF_HISTORY,
  maxLength: STEPS_OF_HISTORY,
});

/** Limits are promised and tried elsewhere. */
const UNLIMITED: Limiter = {
  take: () => Promise.resolve({ allowed: true, giveBack: () => Promise.resolve() }),
  clear: () => Promise.resolve(),
};

/** An API on the suite's own project, without limits, that tells what it sealed into the last mail. */
async function openLane(): Promise<Lane> {
  let sealed: string | null = null;
  const api = await startApi(PROJECT, { behindPlatform: false }, undefined, (deps) => ({
    ...deps,
    limiter: UNLIMITED,
    mailSecrets: {
      seal(text) {
        sealed = text;
        return deps.mailSecrets.seal(text);
      },
    },
  }));
  return {
    ...api,
    lastSealed() {
      const last = sealed;
      sealed = null;
      return last;
    },
  };
}

async function settle(lane: Lane, given: { tier?: Tier; staff?: boolean } = {}): Promise<Person> {
  const { uid, email } = await createMember(lane, given);
  await giveFile(lane, uid);
  return newPerson({ uid, email, password: 'Trader2026', tier: 'guest', staff: false, ...given });
}

/** A member, one of staff and a thief with an account of their own; somebody else to whom nothing happens. */
async function newWorld(lane: Lane, bystander: Person): Promise<World> {
  const people = await Promise.all([settle(lane), settle(lane, { staff: true }), settle(lane)]);
  const empty = {
    grants: [],
    idTokens: [],
    customTokens: [],
    refreshTokens: [],
    transfers: [],
    resets: [],
  };
  return { people, bystander, ...empty };
}

/** The status of showing a token to something. */
async function show(
  lane: Lane,
  world: World,
  ask: Ask,
  { text, grant }: HeldToken,
): Promise<number> {
  const uid = grant?.holder.uid ?? world.people[0]?.uid ?? '';
  const other = world.bystander.uid;
  switch (ask) {
    case 'own account by the API':
      return (await lane.call('/auth/me', { token: text })).status;
    case 'staff’s list by the API':
      return (await lane.call('/api/admin/codes', { token: text })).status;
    case 'own record':
      return readDocument(`users/${uid}`, text);
    case 'record of somebody else':
      return readDocument(`users/${other}`, text);
    case 'audit':
      return list('accessEvents', text);
    case 'signal for essential members':
      return readDocument(SIGNAL, text);
    case 'change of the own record':
      return writeDocument(`users/${uid}`, text);
    case 'own file':
      return download(fileOf(uid), text);
    case 'file of somebody else':
      return download(fileOf(other), text);
    case 'upload without leave':
      return upload(`pending/${uid}/${randomUUID()}`, text);
  }
}

/** How often each ask was let in, and what was let in or kept out against the model. */
interface Findings {
  readonly opened: Map<Ask, number>;
  probes: number;
  /** Histories that were played anew because the emulator gave up a lock. */
  replayed: number;
  readonly faults: string[];
}

async function probe(lane: Lane, world: World, ask: Ask, held: HeldToken, found: Findings) {
  const verdict = verdictOn(ask, held);
  const status = await show(lane, world, ask, held);
  found.probes += 1;
  const isOpen = status < 400;
  if (isOpen) found.opened.set(ask, (found.opened.get(ask) ?? 0) + 1);
  if (isOpen && verdict === 'never') return `${ask} was opened (${status})`;
  if (!isOpen && verdict === 'must') return `${ask} was kept from its owner (${status})`;
  return null;
}

/** Shows tokens at random to things at random. */
async function probeSome(lane: Lane, world: World, picks: readonly number[], found: Findings) {
  for (let one = 0; one < PROBES; one += 1) {
    const [token = 0, what = 0] = picks.slice(2 * one);
    const held = world.idTokens[token % Math.max(1, world.idTokens.length)];
    const ask = ASKED[what % ASKED.length];
    const fault = held && ask ? await probe(lane, world, ask, held, found) : null;
    if (fault !== null) return fault;
  }
  return null;
}

/** Every token that came about in a history, shown to what it opened for its own holder. */
async function probeAll(lane: Lane, world: World, found: Findings) {
  for (const held of world.idTokens)
    for (const ask of ['own account by the API', 'own record'] as const) {
      const fault = await probe(lane, world, ask, held, found);
      if (fault !== null) return fault;
    }
  return null;
}

async function play(lane: Lane, bystander: Person, script: Script, found: Findings): Promise<void> {
  const world = await newWorld(lane, bystander);
  const told: string[] = [];
  for (const person of world.people)
    await inTurn(() => STEPS.logIn(lane, { world, person, pick: ([first]) => first }));
  for (const { name, who, picks } of script) {
    const person = world.people[who];
    if (!person) continue;
    let used = 2 * PROBES;
    const pick: Turn['pick'] = (of) => of[(picks[used++] ?? 0) % Math.max(1, of.length)];
    told.push(`${name} of ${['member', 'staff', 'thief'][who]}`);
    const fault =
      (await inTurn(() => STEPS[name](lane, { world, person, pick }))) ??
      (await probeSome(lane, world, picks, found));
    if (fault !== null) {
      found.faults.push(`${fault} after ${told.join(', ')}`);
      return;
    }
  }
  const fault = await probeAll(lane, world, found);
  if (fault !== null) found.faults.push(`${fault} at the end of ${told.join(', ')}`);
}

/**
 * Plays a script, and from its beginning with new people where the emulator gave up a lock all the same.
 */
async function playThrough(lane: Lane, bystander: Person, script: Script, found: Findings) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await play(lane, bystander, script, found);
      return;
    } catch (error) {
      if (attempt === 3 || !isContention(error)) throw error;
      found.replayed += 1;
    }
  }
}

/** Histories between which the database is emptied: its transactions take the longer the more it holds. */
const BETWEEN_EMPTYING = 60;

/** Plays scripts side by side in a database that holds nothing else. */
async function playAll(ports: Ports, lanes: readonly Lane[], scripts: Script[], found: Findings) {
  await emptyDatabase(ports, PROJECT);
  await lanes[0]?.firestore.doc(SIGNAL).set({ audience: 'order-flow' });
  await Promise.all(
    lanes.map(async (lane) => {
      const bystander = await settle(lane, { tier: 'essential' });
      for (let script = scripts.shift(); script; script = scripts.shift())
        await playThrough(lane, bystander, script, found);
    }),
  );
}

/** Has the Functions emulator leave alone what histories write: they are judged by API and rules. */
const setTriggers = async (ports: Ports, order: 'enable' | 'disable') => {
  const url = `${addressesOf(ports).hub}/functions/${order}BackgroundTriggers`;
  const reply = await fetch(url, { method: 'PUT' });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
};

/**
 * Plays random histories of a member, one of staff and a thief, who holds every token that ever came about, and holds each
 * door against a model of what is open: API, database and file store. Empties the suite.
 * @param content rules of the database in place of the deployed ones
 */
export async function fuzzSessions(
  ports: Ports,
  { seed, runs }: Run,
  content = deployedRules(),
): Promise<CheckResult> {
  const found: Findings = { opened: new Map(), probes: 0, replayed: 0, faults: [] };
  const scripts = fc.sample(anyScript, { seed, numRuns: runs });
  await setTriggers(ports, 'disable');
  await loadRules(ports, PROJECT, content);
  const lanes: Lane[] = [];
  try {
    for (let lane = 0; lane < LANES; lane += 1) lanes.push(await openLane());
    for (let from = 0; from < runs; from += BETWEEN_EMPTYING)
      await playAll(ports, lanes, scripts.slice(from, from + BETWEEN_EMPTYING), found);
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
    await loadRules(ports, PROJECT, deployedRules());
    await setTriggers(ports, 'enable');
  }
  const errors = lanes.flatMap((lane) => lane.errors.map(String));
  const opened = ASKS.map((ask) => `${ask} ${found.opened.get(ask) ?? 0}`).join(', ');
  const words = `${runs} histories with the seed ${seed}, ${found.probes} probes, ${found.replayed} played anew; let in: ${opened}`;
  const faults = [...found.faults, ...errors];
  const output = `${[words, ...faults.slice(0, 20)].join('\n')}\n`;
  return { passed: found.probes - faults.length, failed: faults.length, skipped: 0, output };
}
