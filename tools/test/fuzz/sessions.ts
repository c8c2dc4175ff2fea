import { randomUUID } from 'node:crypto';
import type { Tier } from '@quantalgo/contracts/access/access';
import fc from 'fast-check';
import { createMember } from '../../../functions/test/server/http/members';
import { startApi } from '../../../functions/test/server/http/suite';
import type { CheckResult } from '../../src/checks/checks';
import { isContention } from '@quantalgo/functions/platform/core/documents';
import type { Limiter } from '@quantalgo/functions/platform/core/rateLimiter';
import { getSuiteAddresses } from '../../src/suite/environment';
import { type Ports, PROJECT } from '../../src/suite/ports';
import { readDeployedRules, clearDatabase, loadRules } from '../../src/suite/services';
import { download, list, readDocument, upload, writeDocument } from '../fixtures/client';
import type { Run } from './api';
import { getPersonFile, giveFile, type Lane, type StepName, STEPS, type Turn } from './histories';
import {
  type TokenTarget,
  TOKEN_TARGETS,
  type HeldToken,
  newPerson,
  type Person,
  verdictOn,
  type World,
} from './sessionModel';

const LANES = 6;

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * One step at a time, with probes beside it. The emulator locks whole collections that a
 * transaction only read, so steps of two histories would block each other.
 */
function runInTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

const STEPS_PER_HISTORY = 10;

const PROBES = 3;

const SIGNAL = 'signals/20260101T0000Z';

const NAMES = Object.keys(STEPS).filter((name): name is StepName => name in STEPS);

/** The file store's emulator is slowest, so it is probed half as often. */
const WEIGHTED_ASKS: readonly TokenTarget[] = [
  ...TOKEN_TARGETS,
  ...TOKEN_TARGETS.filter((ask) => !/file|upload/.test(ask)),
];

const FREQUENT_STEPS = [
  'logIn',
  'logIn',
  'askTransfer',
  'useTransfer',
  'askReset',
  'useReset',
  'renew',
] as const;

const anyStep = fc.record({
  name: fc.constantFrom<StepName>(...NAMES, ...FREQUENT_STEPS),
  who: fc.nat(2),
  picks: fc.array(fc.nat(1000), { minLength: 2 * PROBES + 4, maxLength: 2 * PROBES + 4 }),
});
type Script = readonly { name: StepName; who: number; picks: readonly number[] }[];

const anyScript: fc.Arbitrary<Script> = fc.array(anyStep, {
  minLength: STEPS_PER_HISTORY,
  maxLength: STEPS_PER_HISTORY,
});

const UNLIMITED: Limiter = {
  take: () => Promise.resolve({ allowed: true, refund: () => Promise.resolve() }),
  clear: () => Promise.resolve(),
};

/** On the suite's own project, without limits. Reveals what it sealed into the last email. */
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

async function createPerson(
  lane: Lane,
  options: { tier?: Tier; staff?: boolean } = {},
): Promise<Person> {
  const { uid, email } = await createMember(lane, options);
  await giveFile(lane, uid);
  return newPerson({ uid, email, password: 'Trader2026', tier: 'guest', staff: false, ...options });
}

async function createWorld(lane: Lane, bystander: Person): Promise<World> {
  const people = await Promise.all([
    createPerson(lane),
    createPerson(lane, { staff: true }),
    createPerson(lane),
  ]);
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

async function presentToken(
  lane: Lane,
  world: World,
  ask: TokenTarget,
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
      return download(getPersonFile(uid), text);
    case 'file of somebody else':
      return download(getPersonFile(other), text);
    case 'upload without leave':
      return upload(`pending/${uid}/${randomUUID()}`, text);
  }
}

interface Findings {
  readonly opened: Map<TokenTarget, number>;
  probes: number;
  replayed: number;
  readonly faults: string[];
}

async function probe(
  lane: Lane,
  world: World,
  ask: TokenTarget,
  heldToken: HeldToken,
  findings: Findings,
) {
  const verdict = verdictOn(ask, heldToken);
  const status = await presentToken(lane, world, ask, heldToken);
  findings.probes += 1;
  const isOpen = status < 400;
  if (isOpen) findings.opened.set(ask, (findings.opened.get(ask) ?? 0) + 1);
  if (isOpen && verdict === 'never') return `${ask} was opened (${status})`;
  if (!isOpen && verdict === 'must') return `${ask} was kept from its owner (${status})`;
  return null;
}

async function probeSome(lane: Lane, world: World, picks: readonly number[], findings: Findings) {
  for (let one = 0; one < PROBES; one += 1) {
    const [token = 0, what = 0] = picks.slice(2 * one);
    const heldToken = world.idTokens[token % Math.max(1, world.idTokens.length)];
    const ask = WEIGHTED_ASKS[what % WEIGHTED_ASKS.length];
    const fault = heldToken && ask ? await probe(lane, world, ask, heldToken, findings) : null;
    if (fault !== null) return fault;
  }
  return null;
}

async function probeAll(lane: Lane, world: World, findings: Findings) {
  for (const heldToken of world.idTokens)
    for (const ask of ['own account by the API', 'own record'] as const) {
      const fault = await probe(lane, world, ask, heldToken, findings);
      if (fault !== null) return fault;
    }
  return null;
}

async function play(
  lane: Lane,
  bystander: Person,
  script: Script,
  findings: Findings,
): Promise<void> {
  const world = await createWorld(lane, bystander);
  const actions: string[] = [];
  for (const person of world.people)
    await runInTurn(() => STEPS.logIn(lane, { world, person, pick: ([first]) => first }));
  for (const { name, who, picks } of script) {
    const person = world.people[who];
    if (!person) continue;
    let used = 2 * PROBES;
    const pick: Turn['pick'] = (of) => of[(picks[used++] ?? 0) % Math.max(1, of.length)];
    actions.push(`${name} of ${['member', 'staff', 'thief'][who]}`);
    const fault =
      (await runInTurn(() => STEPS[name](lane, { world, person, pick }))) ??
      (await probeSome(lane, world, picks, findings));
    if (fault !== null) {
      findings.faults.push(`${fault} after ${actions.join(', ')}`);
      return;
    }
  }
  const fault = await probeAll(lane, world, findings);
  if (fault !== null) findings.faults.push(`${fault} at the end of ${actions.join(', ')}`);
}

/** Repeats a script with new people if the emulator still gave up a lock. */
async function playThrough(lane: Lane, bystander: Person, script: Script, findings: Findings) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await play(lane, bystander, script, findings);
      return;
    } catch (error) {
      if (attempt === 3 || !isContention(error)) throw error;
      findings.replayed += 1;
    }
  }
}

/** The database is emptied in between: its transactions slow down as it grows. */
const HISTORIES_PER_BATCH = 60;

async function playAll(
  ports: Ports,
  lanes: readonly Lane[],
  scripts: Script[],
  findings: Findings,
) {
  await clearDatabase(ports, PROJECT);
  await lanes[0]?.firestore.doc(SIGNAL).set({ audience: 'order-flow' });
  await Promise.all(
    lanes.map(async (lane) => {
      const bystander = await createPerson(lane, { tier: 'essential' });
      for (let script = scripts.shift(); script; script = scripts.shift())
        await playThrough(lane, bystander, script, findings);
    }),
  );
}

/** The Functions emulator must ignore what histories write: only API and rules are tested. */
const setTriggers = async (ports: Ports, order: 'enable' | 'disable') => {
  const url = `${getSuiteAddresses(ports).hub}/functions/${order}BackgroundTriggers`;
  const reply = await fetch(url, { method: 'PUT' });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
};

/**
 * Runs random histories of a member, a staff member and a thief who has every token.
 * Compares API, database and file store with a model. Empties the suite.
 * @param content rules in place of the deployed ones
 */
export async function fuzzSessions(
  ports: Ports,
  { seed, runs }: Run,
  content = readDeployedRules(),
): Promise<CheckResult> {
  const findings: Findings = { opened: new Map(), probes: 0, replayed: 0, faults: [] };
  const scripts = fc.sample(anyScript, { seed, numRuns: runs });
  await setTriggers(ports, 'disable');
  await loadRules(ports, PROJECT, content);
  const lanes: Lane[] = [];
  try {
    for (let lane = 0; lane < LANES; lane += 1) lanes.push(await openLane());
    for (let from = 0; from < runs; from += HISTORIES_PER_BATCH)
      await playAll(ports, lanes, scripts.slice(from, from + HISTORIES_PER_BATCH), findings);
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
    await loadRules(ports, PROJECT, readDeployedRules());
    await setTriggers(ports, 'enable');
  }
  const errors = lanes.flatMap((lane) => lane.errors.map(String));
  const opened = TOKEN_TARGETS.map((ask) => `${ask} ${findings.opened.get(ask) ?? 0}`).join(', ');
  const words = `${runs} histories with the seed ${seed}, ${findings.probes} probes, ${findings.replayed} played anew; let in: ${opened}`;
  const faults = [...findings.faults, ...errors];
  const output = `${[words, ...faults.slice(0, 20)].join('\n')}\n`;
  return { passed: findings.probes - faults.length, failed: faults.length, skipped: 0, output };
}
