import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { PASSWORD } from '../suite/accounts';

const floodSchema = z.object({
  login: z.url(),
  register: z.url(),
  failedLogins: z.number(),
  registrations: z.number(),
});

export type Flood = z.infer<typeof floodSchema>;

const EXPECTED_STATUSES = [200, 401, 429];

let calls = 0;

/** Posts from a new network each time. Returns the status. */
async function post(url: string, body: object): Promise<number> {
  calls += 1;
  const network = `2001:db8:${(calls % 0x1_0000).toString(16)}::1`;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': network };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await reply.arrayBuffer();
  return reply.status;
}

const createAddress = () => `${randomUUID()}@example.test`;

async function flood({ login, register, failedLogins, registrations }: Flood): Promise<number> {
  const person = { fullName: 'Ada Obi', phone: '+234 801 234 5678', country: 'Nigeria' };
  const statuses = await Promise.all([
    ...Array.from({ length: failedLogins }, () =>
      post(login, { email: createAddress(), password: 'Wrong2026' }),
    ),
    ...Array.from({ length: registrations }, () =>
      post(register, { ...person, email: createAddress(), password: PASSWORD }),
    ),
  ]);
  const unexpected = statuses.filter((status) => !EXPECTED_STATUSES.includes(status));
  if (unexpected.length > 0)
    throw new Error(`The flood got unexpected responses: ${unexpected.join(' ')}`);
  return statuses.filter((status) => status === 429).length;
}

process.on('message', (message) => {
  void flood(floodSchema.parse(message)).then((refused) => process.send?.({ refused }));
});
process.on('disconnect', () => process.exit(0));
