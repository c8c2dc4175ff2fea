import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { getPorts, readOffset } from '../../src/suite/ports';
import { clearDatabase, openServices, type Services } from '../../src/suite/services';

/** A job that began before the database was to be emptied takes this long (ms). */
const UNDER_WAY_MS = 6000;

const ports = getPorts(readOffset(process.env['PORT_OFFSET'], 1000));
let services: Services | undefined;
afterEach(() => services?.close());

it('clearDatabase deletes everything after running transactions have ended', async () => {
  const project = `demo-${randomUUID()}`;
  services = openServices(ports, project, project);
  const { database } = services;
  const [held, other] = [database.doc('held/one'), database.doc('other/one')];
  await Promise.all([held.set({ at: 1 }), other.set({ at: 1 })]);
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const job = database.runTransaction(async (transaction) => {
    await transaction.get(held);
    begin();
    await wait(UNDER_WAY_MS);
  });
  await begun;
  await clearDatabase(ports, project);
  await job;
  const left = await Promise.all([held.get(), other.get()]);
  expect(left.map(({ exists }) => exists)).toEqual([false, false]);
});
