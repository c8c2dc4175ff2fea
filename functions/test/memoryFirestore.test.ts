import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { expect, it } from 'vitest';
import { MemoryFirestore } from './memoryFirestore';

it('stores, queries and changes documents as Firestore does', async () => {
  const firestore = new MemoryFirestore();
  const at = (ms: number) => Timestamp.fromMillis(ms);
  const rows = firestore.collection('rows');
  await rows.doc('a').set({ uid: 'ada', endedAt: null, at: at(1), map: { one: 1 } });
  await rows.doc('b').set({ uid: 'ada', endedAt: null, at: at(2) });
  await rows.doc('c').set({ uid: 'bola', endedAt: at(3), at: at(3) });
  const open = rows.where('uid', '==', 'ada').where('endedAt', '==', null).orderBy('at', 'desc');
  expect((await open.get()).docs.map(({ id }) => id)).toEqual(['b', 'a']);
  expect((await open.limit(1).get()).size).toBe(1);
  await firestore.runTransaction(async (transaction) => {
    const row = await transaction.get(rows.doc('a'));
    transaction.update(row.ref, { endedAt: at(9), 'map.two': 2, uid: FieldValue.delete() });
    transaction.delete(rows.doc('b'));
  });
  const changed = (await rows.doc('a').get()).data();
  expect(changed).toEqual({ endedAt: at(9), at: at(1), map: { one: 1, two: 2 } });
  expect((await rows.doc('b').get()).exists).toBe(false);
  await expect(rows.doc('a').create({})).rejects.toThrow();
  await expect(rows.doc('nobody').update({ one: 1 })).rejects.toThrow();
});
