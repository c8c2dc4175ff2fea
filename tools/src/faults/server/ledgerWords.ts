import { slotId } from '@quantalgo/contracts';
import { type Place } from './place';

/** What the ledger says of a slot (epoch ms), by the types of its entries: of each there is one word, once. */
export async function wordsOn({ database }: Place, slot: number): Promise<unknown[]> {
  const { docs } = await database.collection('ledger').where('slot', '==', slotId(slot)).get();
  const types = docs.map((entry): unknown => entry.get('type'));
  return types.filter((type) => type === 'publication' || type === 'miss');
}
