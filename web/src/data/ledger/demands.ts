import { type Demand, demandedCosigners, withDemand } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { HEADS_NAME } from '../core/databases';
import { withTable } from './heads';
import { verifyEd25519 } from './log';

/** A demand that a build of the site made on this device, and when it first did (epoch ms). */
const heldDemandSchema = z.object({
  keys: z.readonly(z.array(z.string())),
  needed: z.int(),
  since: z.number(),
});

export type HeldDemand = z.infer<typeof heldDemandSchema>;

const rowSchema = z.object({ demands: z.array(heldDemandSchema) });

/** Key of the row, which stands beside the heads that this device saw. */
const HELD = 'demanded witnesses';

async function readHeld(): Promise<HeldDemand[]> {
  const row: unknown = await withTable(HEADS_NAME, 'readonly', (table) => table.get(HELD));
  return z.safeParse(rowSchema, row).data?.demands ?? [];
}

/**
 * All that was ever demanded on this device, which a later build only adds to: a site can't shorten its list for those who
 * were there before.
 * @param added what this build demands
 * @throws if the browser denies storage
 */
export async function demandsWith(added: Demand | null): Promise<readonly HeldDemand[]> {
  const held = await readHeld();
  if (!added) return held;
  const since = Date.now();
  const demands = withDemand(held, { ...added, since });
  if (demands.some((one) => !held.includes(one)))
    await withTable(HEADS_NAME, 'readwrite', (table) => table.put({ demands }, HELD));
  return demands;
}

/** A demand, and who of its witnesses cosigned a checkpoint. */
export interface Answered {
  readonly demand: HeldDemand;
  readonly cosigners: readonly string[];
}

/** Whether enough cosigned. */
export const isMet = ({ demand, cosigners }: Answered): boolean =>
  cosigners.length >= demand.needed;

/**
 * Which witnesses of each demand cosigned a checkpoint.
 * @throws TypeError where the note isn't a signed note
 * @throws DOMException where this browser can't check what they signed
 */
export const answersTo = (demands: readonly HeldDemand[], note: string): Promise<Answered[]> =>
  Promise.all(
    demands.map(async (demand) => ({
      demand,
      cosigners: await demandedCosigners(note, demand, verifyEd25519),
    })),
  );
