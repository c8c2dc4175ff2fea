import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseDocument } from '../parseDocument';
import { userRef } from '../users/users';

const schema = z.object({ fullName: z.string(), email: z.string() });

/** A member as the console names them. */
export type Person = z.infer<typeof schema>;

/** What may be the id of a document: others, as the name of a command, are nobody's. */
const UID = /^[\w-]{1,128}$/;

/** Who they are, by their ids; whoever is gone is not there. */
export async function peopleOf(
  firestore: Firestore,
  uids: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  const asked = [...new Set(uids)].filter((uid) => UID.test(uid));
  if (asked.length === 0) return new Map();
  const references = asked.map((uid) => userRef(firestore, uid));
  const users = await firestore.getAll(...references, { fieldMask: ['fullName', 'email'] });
  return new Map(
    users.flatMap((user) => {
      const person = parseDocument(schema, user);
      return person ? [[user.id, person]] : [];
    }),
  );
}

/** The id of the member whom an id or an address (in any case) names; what names nobody stays as it is. */
export async function uidNamedBy(
  firestore: Firestore,
  named: string | undefined,
): Promise<string | undefined> {
  if (named === undefined || named === '') return undefined;
  if (!named.includes('@')) return named;
  const users = firestore.collection('users').where('email', '==', named.toLowerCase()).limit(1);
  return (await users.get()).docs[0]?.id ?? named;
}
