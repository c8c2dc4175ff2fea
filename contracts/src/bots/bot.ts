import * as z from 'zod/mini';
import { firestoreTimeSchema } from '../core/time';
import { configurationSchema, MAX_BOTS } from './configuration';

const botSchema = z.object({ id: z.uuid(), configuration: configurationSchema });

export type Bot = z.infer<typeof botSchema>;

export const botsSchema = z.array(botSchema).check(z.maxLength(MAX_BOTS));

export const botsDocumentSchema = z.object({
  uid: z.string(),
  bots: botsSchema,
  updatedAt: firestoreTimeSchema,
});

export const botChangeSchema = z.strictObject({
  configuration: z.nullable(configurationSchema),
});

/** Replaces or appends a bot; null if the member has no room for another. */
export function applyBotChange(
  bots: readonly Bot[],
  id: string,
  configuration: Bot['configuration'] | null,
): Bot[] | null {
  if (configuration === null) return bots.filter((bot) => bot.id !== id);
  const bot = { id, configuration };
  if (bots.some((one) => one.id === id)) return bots.map((one) => (one.id === id ? bot : one));
  return bots.length < MAX_BOTS ? [...bots, bot] : null;
}
