import * as z from 'zod/mini';
import { firestoreTime } from '../core/time';
import { configurationSchema, MAX_BOTS } from './configuration';

/** A member's bot: its configuration, under an id that the device makes. */
const botSchema = z.object({ id: z.uuid(), configuration: configurationSchema });

export type Bot = z.infer<typeof botSchema>;

export const botsSchema = z.array(botSchema).check(z.maxLength(MAX_BOTS));

/** `bots/{uid}` as Firestore holds it: all bots of a member, oldest first. */
export const botsDocumentSchema = z.object({
  uid: z.string(),
  bots: botsSchema,
  updatedAt: firestoreTime,
});

/** A change of one bot: its configuration, or null to remove it. */
export const botChangeSchema = z.strictObject({
  configuration: z.nullable(configurationSchema),
});

/**
 * The bots after a change of one of them: in its place if it is there, last if it is new; null where there is no place
 * for another.
 */
export function changedBots(
  bots: readonly Bot[],
  id: string,
  configuration: Bot['configuration'] | null,
): Bot[] | null {
  if (configuration === null) return bots.filter((bot) => bot.id !== id);
  const bot = { id, configuration };
  if (bots.some((one) => one.id === id)) return bots.map((one) => (one.id === id ? bot : one));
  return bots.length < MAX_BOTS ? [...bots, bot] : null;
}
