import type { RulesTestContext } from '@firebase/rules-unit-testing';
import { readFileSync } from 'node:fs';

export type Database = ReturnType<RulesTestContext['firestore']>;

export const readRulesFile = (name: string): string =>
  readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

export function getEmulatorAddress(variable: string): { host: string; port: number } {
  const [host, port] = (process.env[variable] ?? '').split(':');
  if (host === undefined || port === undefined)
    throw new Error(`${variable} is not set: these tests run against the emulators`);
  return { host, port: Number(port) };
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

export async function fetchQueryStatus(
  projectId: string,
  { uid, claims }: { readonly uid: string; readonly claims: object },
  structuredQuery: object,
): Promise<number> {
  const { host, port } = getEmulatorAddress('FIRESTORE_EMULATOR_HOST');
  const issuer = `https://securetoken.google.com/${projectId}`;
  const now = Math.floor(Date.now() / 1000);
  const payload = { iss: issuer, aud: projectId, sub: uid, iat: now, exp: now + 3600, ...claims };
  const token = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
  const documents = `http://${host}:${port}/v1/projects/${projectId}/databases/(default)/documents`;
  const reply = await fetch(`${documents}:runQuery`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ structuredQuery }),
  });
  await reply.text();
  return reply.status;
}
