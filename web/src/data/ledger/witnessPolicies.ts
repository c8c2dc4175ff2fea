import { cosignersRequired, withPolicy, type WitnessPolicy } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { HEADS_NAME } from '../core/databases';
import { withTable } from './heads';
import { verifyEd25519 } from './log';

/** A policy that a build of the site set on this device, and when it first did (epoch ms). */
const storedPolicySchema = z.object({
  keys: z.readonly(z.array(z.string())),
  needed: z.int(),
  since: z.number(),
});

export type StoredPolicy = z.infer<typeof storedPolicySchema>;

const rowSchema = z.object({ demands: z.array(storedPolicySchema) });

/** Key of the row, which stands beside the heads that this device saw. */
const HELD = 'demanded witnesses';

async function readHeld(): Promise<StoredPolicy[]> {
  const row: unknown = await withTable(HEADS_NAME, 'readonly', (table) => table.get(HELD));
  return z.safeParse(rowSchema, row).data?.demands ?? [];
}

/**
 * All that was ever demanded on this device, which a later build only adds to: a site can't shorten its list for those who
 * were there before.
 * @param added what this build demands
 * @throws if the browser denies storage
 */
export async function policiesWith(added: WitnessPolicy | null): Promise<readonly StoredPolicy[]> {
  const held = await readHeld();
  if (!added) return held;
  const since = Date.now();
  const demands = withPolicy(held, { ...added, since });
  if (demands.some((one) => !held.includes(one)))
    await withTable(HEADS_NAME, 'readwrite', (table) => table.put({ demands }, HELD));
  return demands;
}

/** A policy, and who of its witnesses cosigned a checkpoint. */
export interface PolicyCheck {
  readonly policy: StoredPolicy;
  readonly cosigners: readonly string[];
}

/** Whether enough cosigned. */
export const isMet = ({ policy, cosigners }: PolicyCheck): boolean =>
  cosigners.length >= policy.needed;

/**
 * Which witnesses of each policy cosigned a checkpoint.
 * @throws TypeError where the note isn't a signed note
 * @throws DOMException where this browser can't check what they signed
 */
export const checkPolicies = (
  demands: readonly StoredPolicy[],
  note: string,
): Promise<PolicyCheck[]> =>
  Promise.all(
    demands.map(async (policy) => ({
      policy,
      cosigners: await cosignersRequired(note, policy, verifyEd25519),
    })),
  );
