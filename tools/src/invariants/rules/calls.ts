import { TICKET_MAX_MESSAGES } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { byId, shared, type Rule } from '../rule';
import { type World } from '../world';

const KEY = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const asksSchema = z.tuple([z.enum(['submitProof', 'submitSetup']), z.string()], z.unknown());

function parsed(asks: string) {
  try {
    return asksSchema.safeParse(JSON.parse(asks)).data ?? null;
  } catch {
    return null;
  }
}

/** The uploads that calls entered, with the key of each. */
const entered = ({ documents: { idempotency } }: World) =>
  idempotency.flatMap(({ id, data }) => {
    const asks = parsed(data.asks);
    if (!asks) return [];
    const [what, upload] = asks;
    const folder = what === 'submitProof' ? 'proofs' : 'setups';
    return [{ id, uid: data.uid, path: `${folder}/${upload}` }];
  });

/** What a call that arrives twice promises. */
export const CALLS: readonly Rule[] = [
  {
    says: 'A remembered call is named by its member and its key',
    broken: ({ documents: { idempotency } }) =>
      idempotency
        .filter(({ id, data }) => !new RegExp(`^${KEY}$`, 'i').test(id.replace(`${data.uid}_`, '')))
        .map(({ id }) => `idempotency/${id} is not named by its member and a key`),
  },
  {
    says: 'One key entered one proof, and each proof was entered by one key',
    broken: (world) => {
      const calls = entered(world);
      const doubled = shared(calls.map(({ id, path }) => [path, id] as const));
      const { proofs, setups } = world.documents;
      const stored = new Map<string, string>([
        ...[...byId(proofs)].map(([id, { uid }]) => [`proofs/${id}`, uid] as const),
        ...[...byId(setups)].map(([id, { uid }]) => [`setups/${id}`, uid] as const),
      ]);
      const lost = calls.filter(({ path, uid }) => stored.get(path) !== uid);
      return [
        ...doubled.map(([path, ids]) => `${path} was entered by ${ids.length} calls`),
        ...lost.map(({ id, path }) => `idempotency/${id} entered ${path}, which is not there`),
      ];
    },
  },
  {
    says: 'A ticket begins with the message that opened it, holds none twice and no more than it may',
    broken: ({ documents: { tickets } }) =>
      tickets.flatMap(({ id, data: { messages } }) => {
        const ids = messages.map((message) => message.id);
        const isWhole =
          ids[0] === id && new Set(ids).size === ids.length && ids.length <= TICKET_MAX_MESSAGES;
        return isWhole ? [] : [`tickets/${id} has messages twice, too many, or lost its first`];
      }),
  },
];
