import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { PASSWORD } from '../suite/accounts';

const floodSchema = z.object({
  login: z.url(),
  register: z.url(),
  wrongLogins: z.number(),
  registrations: z.number(),
});

/** Calls that a flood makes at once. */
export type Flood = z.infer<typeof floodSchema>;

const ANSWERS = [200, 401, 429];

let calls = 0;

/** Posts from a network that no other call of this process comes from, and resolves to the status. */
async function post(url: string, body: object): Promise<number> {
  calls += 1;
  const network = `2001:db8:${(calls % 0x1_0000).toString(16)}::1`;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': network };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await reply.arrayBuffer();
  return reply.status;
}

const newAddress = () => `${randomUUID()}@example.test`;

/** Makes all calls of a flood at once and resolves to the number that were refused. */
async function flood({ login, register, wrongLogins, registrations }: Flood): Promise<number> {
  const person = { fullName: 'Ada Obi', phone: '+234 801 234 5678', country: 'Nigeria' };
  const statuses = await Promise.all([
    ...Array.from({ length: wrongLogins }, () =>
      post(login, { email: newAddress(), password: 'Wrong2026' }),
    ),
    ...Array.from({ length: registrations }, () =>
      post(register, { ...person, email: newAddress(), password: PASSWORD }),
    ),
  ]);
  const wrong = statuses.filter((status) => !ANSWERS.includes(status));
  if (wrong.length > 0) throw new Error(`A flood was answered ${wrong.join(' ')}`);
  return statuses.filter((status) => status === 429).length;
}

/** Floods in a separate process, at each message. */
process.on('message', (message) => {
  void flood(floodSchema.parse(message)).then((refused) => process.send?.({ refused }));
});
process.on('disconnect', () => process.exit(0));
