import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import {
  createFetchJson,
  type CommandResult,
  gcloud,
  http,
  createProjectRun,
  formatCall,
} from '../../src/deploy/cli';
import { inRoot } from '../../src/system/root';

afterEach(() => vi.unstubAllEnvs());

it('runs a program with input and with prompts disabled', async () => {
  const script =
    'process.stdin.pipe(process.stdout); console.error(process.env.CLOUDSDK_CORE_DISABLE_PROMPTS); process.exitCode = 3';
  const answer = await createProjectRun('lumen')(process.execPath, ['-e', script], 'hello');
  expect(answer).toEqual({ code: 3, stdout: 'hello', stderr: '1\n' });
});

it('reports a program that is not installed', async () => {
  const started = createProjectRun('lumen')('gcloud-of-nobody', []);
  await expect(started).rejects.toThrow('gcloud-of-nobody could not be started. Is it installed?');
});

it('treats the end of input as a no', async () => {
  const plan = inRoot('tools', 'src', 'deploy', 'plan.ts');
  const script = `const { createDeployContext } = await import('${plan}');
    console.log(await createDeployContext(() => {}, false).confirm('Go on?'));`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  const { stdout, stderr } = await createProjectRun('lumen')(process.execPath, args);
  expect([stdout, stderr]).toEqual([expect.stringMatching(/Go on\? \(y\) .*false\n$/s), '']);
});

it('calls an API with the current login and returns its error text', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quantalgo-cli-'));
  writeFileSync(join(folder, 'gcloud'), '#!/bin/sh\necho token-of-somebody\n');
  chmodSync(join(folder, 'gcloud'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  const server = createServer(({ method, headers }, response) => {
    response.statusCode = method === 'GET' ? 200 : 403;
    response.end(JSON.stringify([headers.authorization, headers['x-goog-user-project']]));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  try {
    const run = createProjectRun('lumen');
    const sent = '["Bearer token-of-somebody","lumen"]';
    expect(await run('fetch', ['GET', url])).toEqual({ code: 0, stdout: sent, stderr: '' });
    const refused = await run('fetch', ['PATCH', url], '{}');
    expect(refused).toEqual({ code: 1, stdout: '', stderr: `403 ${sent}` });
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});

const answering = (answer: Partial<CommandResult>) =>
  createFetchJson(() => Promise.resolve({ code: 1, stdout: '', stderr: '', ...answer }));

it.each([
  'ERROR: (gcloud.firestore.databases.list) SERVICE_DISABLED: Cloud Firestore API has not been used in project 31 before',
  'ERROR: (gcloud.run.services.get-iam-policy) NOT_FOUND: Resource not found',
  '404 {"error":{"status":"NOT_FOUND","message":"CONFIGURATION_NOT_FOUND"}}',
])('returns null if a resource doesn’t exist yet: %s', async (stderr) => {
  expect(await answering({ stderr })(gcloud('x'), z.unknown())).toBeNull();
});

it('throws on any other failure', async () => {
  const stderr = 'ERROR: (gcloud.x) PERMISSION_DENIED: The caller does not have permission';
  const reply = answering({ stderr })(gcloud('x list'), z.unknown());
  await expect(reply).rejects.toThrow(
    'Could not read the current state: gcloud x list\n  ERROR: (gcloud.x) PERMISSION_DENIED',
  );
});

it('formats calls as shell commands', () => {
  expect(formatCall(gcloud('a b --c=d', '--e=f g'))).toBe("gcloud a b --c=d '--e=f g'");
  expect(formatCall(http('GET', 'https://x/y?z=1'))).toBe("GET 'https://x/y?z=1'");
});
