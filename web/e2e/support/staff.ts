import { randomUUID } from 'node:crypto';
import { PASSWORD } from '@quantalgo/tools/seed/accounts';
import * as z from 'zod/mini';
import { addresses, STAFF } from './suite';

const loginSchema = z.object({ data: z.object({ token: z.string() }) });

async function post(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const reply = await fetch(new URL(path, addresses.site), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path} was refused: ${await reply.text()}`);
  return reply.json();
}

/** Answers a ticket as staff do. */
export async function answerTicket(id: string, message: string): Promise<void> {
  const login = await post('/auth/login', { email: STAFF.email, password: PASSWORD });
  const { token } = loginSchema.parse(login).data;
  await post(
    `/api/tickets/${id}/replies`,
    { message },
    { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
  );
}
