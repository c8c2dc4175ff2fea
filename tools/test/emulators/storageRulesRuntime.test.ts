import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildLaunchers, findCloudSdkJar, type Launchers } from '../../emulators/find';
import { hasJava } from '../../emulators/install';
import { inRoot } from '../../src/system/root';
import { type Access, file, loadRequest, user, verifyRequest } from './requests';
import { type Fields, type Runtime, startRuntime } from './rulesRuntime';

const engine = findCloudSdkJar(process.env);
const canRun = engine !== undefined && (await hasJava('javac'));
if (!canRun)
  console.log('Skipped: the launchers need a JDK and the Google Cloud CLI’s Firestore emulator.');

const PROOF = '/b/demo.appspot.com/o/proofs/alice/a.png';
const ONCE = '/b/demo.appspot.com/o/once/alice/a.png';
const ORDER = '/b/demo.appspot.com/o/orders/o1/f.png';
const ORDER_DOCUMENT = '/databases/(default)/documents/orders/o1';
const MB = 1024 * 1024;
const alice = user('alice');
const staff = user('sam', { staff: true });

describe.runIf(canRun)('storage rules runtime', () => {
  const documents = new Map<string, Fields>();
  let launchers: Launchers;
  let runtime: Runtime;
  let names = 0;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'launchers-'));
    launchers = await buildLaunchers(engine ?? '', folder);
    runtime = await startRuntime(launchers.storage, documents);
    const rules = inRoot('tools', 'test', 'emulators', 'storage.example.rules');
    await runtime.send(loadRequest('example', readFileSync(rules, 'utf8')));
  }, 60_000);
  afterAll(() => runtime.stop());

  const load = async (content: string) => {
    const name = `ruleset-${names++}`;
    const reply = await runtime.send(loadRequest(name, content));
    return { name, ...reply };
  };
  const rule = (body: string) =>
    load(`rules_version = '2'; service firebase.storage { match /b/{bucket}/o { ${body} } }`);
  const permit = async (ruleset: string, method: string, path: string, access: Access = {}) => {
    const reply = await runtime.send(verifyRequest(ruleset, method, path, access));
    expect(reply.errors).toEqual([]);
    return reply.result?.permit;
  };

  it.each<[string, boolean, string, string, Access]>([
    ['the owner uploads a PNG', true, 'create', PROOF, { auth: alice, after: file() }],
    [
      'one byte under 10 MiB',
      true,
      'create',
      PROOF,
      { auth: alice, after: file({ size: 10 * MB - 1 }) },
    ],
    ['exactly 10 MiB', false, 'create', PROOF, { auth: alice, after: file({ size: 10 * MB }) }],
    ['3 GB, beyond 32 bits', false, 'create', PROOF, { auth: alice, after: file({ size: 3e9 }) }],
    [
      'a PDF',
      false,
      'create',
      PROOF,
      { auth: alice, after: file({ contentType: 'application/pdf' }) },
    ],
    [
      'a type that only begins like an allowed one',
      false,
      'create',
      PROOF,
      { auth: alice, after: file({ contentType: 'image/png+evil' }) },
    ],
    [
      'no type at all',
      false,
      'create',
      PROOF,
      { auth: alice, after: file({ contentType: undefined }) },
    ],
    [
      'an upload to another user’s path',
      false,
      'create',
      PROOF,
      { auth: user('bob'), after: file() },
    ],
    ['an upload without a login', false, 'create', PROOF, { after: file() }],
    ['the owner reads', true, 'get', PROOF, { auth: alice, before: file() }],
    ['staff read', true, 'get', PROOF, { auth: staff, before: file() }],
    ['a user without the claim reads', false, 'get', PROOF, { auth: user('bob'), before: file() }],
    [
      'a user with a string as the claim reads',
      false,
      'get',
      PROOF,
      { auth: user('bob', { staff: 'true' }), before: file() },
    ],
    ['a method without a rule', false, 'delete', PROOF, { auth: alice, before: file() }],
    [
      'a path deeper than the rule',
      false,
      'create',
      `${PROOF}/deep`,
      { auth: alice, after: file() },
    ],
    ['staff list a folder', true, 'list', '/b/d/o/proofs/alice', { auth: staff, delimiter: '/' }],
    [
      'the owner lists a folder',
      false,
      'list',
      '/b/d/o/proofs/alice',
      { auth: alice, delimiter: '/' },
    ],
    [
      'staff list a folder recursively',
      false,
      'list',
      '/b/d/o/proofs/alice',
      { auth: staff, delimiter: '' },
    ],
    ['a first upload to a write-once path', true, 'create', ONCE, { auth: alice, after: file() }],
    [
      'an overwrite of a write-once path',
      false,
      'create',
      ONCE,
      { auth: alice, before: file(), after: file() },
    ],
    [
      'metadata with allowed keys',
      true,
      'update',
      ONCE,
      { auth: alice, before: file(), after: file({ metadata: { note: 'hi' } }) },
    ],
    [
      'metadata with another key',
      false,
      'update',
      ONCE,
      { auth: alice, before: file(), after: file({ metadata: { role: 'x' } }) },
    ],
    ['deleting a file that is old enough', true, 'delete', ONCE, { auth: alice, before: file() }],
    [
      'deleting a new file',
      false,
      'delete',
      ONCE,
      { auth: alice, before: file({ timeCreated: new Date(Date.now() + 60_000) }) },
    ],
  ])('%s: permitted is %s', async (_what, expected, method, path, access) => {
    expect(await permit('example', method, path, access)).toBe(expected);
  });

  it('reports the position of a syntax error and loads nothing', async () => {
    const { errors, result } = await load('service firebase.storage {{');
    expect(errors[0]).toMatch(/"line_":1/);
    expect(result).toBeUndefined();
  });

  it('warns of an unused function and loads the ruleset', async () => {
    const { warnings, result } = await rule('function unused() { return true; }');
    expect(warnings).toHaveLength(1);
    expect(result).toEqual({ rulesVersion: 2 });
  });

  it('evaluates conditional expressions and reports debug() values', async () => {
    const { name } = await rule(
      'match /{f=**} { allow read: if request.auth == null ? false : true; allow write: if debug(request.resource.size) == 5; }',
    );
    expect(await permit(name, 'get', PROOF, { auth: alice })).toBe(true);
    const write = verifyRequest(name, 'write', PROOF, { after: file({ size: 5 }) });
    expect(await runtime.send(write)).toMatchObject({
      result: { permit: true },
      warnings: ['debug: int_value: 5'],
    });
  });

  it('reads each Firestore document once per request', async () => {
    const items = { arrayValue: { values: [{ integerValue: '1' }] } };
    documents.set(ORDER_DOCUMENT, { owner: { stringValue: 'alice' }, items });
    expect(await permit('example', 'get', ORDER, { auth: alice, before: file() })).toBe(true);
    expect(await permit('example', 'get', ORDER, { auth: user('bob') })).toBe(false);
    runtime.fetched.length = 0;
    expect(await permit('example', 'create', ORDER, { auth: alice, after: file() })).toBe(true);
    expect(runtime.fetched).toEqual([ORDER_DOCUMENT]);
    documents.clear();
    expect(await permit('example', 'get', ORDER, { auth: alice, before: file() })).toBe(false);
  });

  it('keeps 200 interleaved requests separate, half of them with a Firestore document', async () => {
    documents.set(ORDER_DOCUMENT, { owner: { stringValue: 'alice' } });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        permit('example', 'get', index % 2 ? ORDER : PROOF, {
          auth: index % 4 < 2 ? alice : user('bob'),
          before: file(),
        }),
      ),
    );
    expect(answers).toEqual(answers.map((_, index) => index % 4 < 2));
  });

  it.each(['100%25 sure%.png', 'sjögräs-証.png', '{x}*.png'])(
    'accepts the file name %s',
    async (name) => {
      const path = PROOF.replace('a.png', name);
      expect(await permit('example', 'get', path, { auth: alice, before: file() })).toBe(true);
    },
  );

  it('reports an error for an unknown ruleset', async () => {
    const reply = await runtime.send(verifyRequest('unknown', 'get', PROOF, {}));
    expect(reply.errors).toHaveLength(1);
  });

  it('writes nothing to stderr, which firebase-tools would report as a failure', () => {
    expect(runtime.stderr()).toBe('');
  });

  it('builds the launchers once', async () => {
    const again = await buildLaunchers(engine ?? '', join(launchers.storage, '..', '..'));
    expect(again).toEqual(launchers);
  });
});
