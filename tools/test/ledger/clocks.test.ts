import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { parseSlotId, SLOT_MS, slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { chainEntry, createFakeLedger } from '../fixtures/ledger';
import { Operator, planHonestly } from '../fixtures/operator';
import { getLogReply } from '../fixtures/servedLog';
import { COMMAND, run } from '../fixtures/verifyCommand';

const NOW = slotStart(Date.now());

type Verify = (entries: unknown, now: number, sightings: unknown, siteTime: number) => unknown;
const commandSchema = z.object({
  verify: z.custom<Verify>((value) => typeof value === 'function'),
});
const resultSchema = z.object({ overdue: z.int() });

/** An hour of honest entries until a time, with a pending signal. */
function createOperator(until: number): Operator {
  const operator = new Operator(until - HOUR_MS);
  operator.run(until - HOUR_MS, until, planHonestly);
  return operator;
}

/** Output of the command for a site whose clock shows `siteTime` (epoch ms). */
async function verifySite(operator: Operator, siteTime: number) {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('date', new Date(siteTime).toUTCString());
    const isRecord = url === '/api/record';
    response.end(isRecord ? '{"data":{}}' : (getLogReply(operator, url) ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const result = await run(`http://127.0.0.1:${port}`);
  server.close();
  return result;
}

it('the command accuses no entry of being in the future if its clock is slow', async () => {
  const operator = createOperator(NOW + DAY_MS);
  const { code, said } = await verifySite(operator, NOW + DAY_MS);
  expect(said).toMatch(/^Verified$/m);
  expect(code).toBe(0);
  expect((await verifySite(operator, NOW)).said).toMatch(/: its time is in the future\./);
});

it('the command counts no pending signal as never revealed if its clock is fast', async () => {
  const until = NOW - 2 * DAY_MS;
  const operator = createOperator(until);
  expect((await verifySite(operator, until + SLOT_MS)).said).toContain('never revealed 0');
  expect((await verifySite(operator, NOW)).said).toMatch(/never revealed [1-9]/);
});

it('an old date from the site hides no signal that its own entries show to be overdue', async () => {
  const plain = createFakeLedger(60, 7, Date.parse('2026-02-02T12:00:00Z'));
  const newest = plain.findLastIndex(({ type }) => type === 'publication');
  const entries = plain.slice(0, newest + 1);
  const publication = entries.at(-1);
  if (publication?.type !== 'publication') throw new Error('A ledger publishes');
  const from = parseSlotId(publication.slot) + SLOT_MS;
  const closed = { type: 'closed', from: slotId(from), to: slotId(from + DAY_MS) } as const;
  entries.push(chainEntry(publication, closed, from + DAY_MS + SLOT_MS));
  const app = new ChainVerifier(NOW, undefined, from);
  for (const entry of entries) expect(app.take(entry)).toBeNull();
  const { verify } = commandSchema.parse(await import(pathToFileURL(COMMAND).href));
  const { overdue } = resultSchema.parse(verify(entries, NOW, [], from));
  expect(overdue).toBeGreaterThan(0);
  expect(app.summary()).toMatchObject({ waiting: 0, overdue });
});
