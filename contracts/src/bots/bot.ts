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

/** A null `configuration` removes the bot. Returns null if the member already has the maximum. */
export function applyBotChange(
  bots: readonly Bot[],
  id: string,
  configuration: Bot['configuration'] | null,
): Bot[] | null {
  if (configuration === null) return bots.filter((bot) => bot.id !== id);
  const bot = { id, configuration };
  if (bots.some((current) => current.id === id))
    return bots.map((current) => (current.id === id ? bot : current));
  return bots.length < MAX_BOTS ? [...bots, bot] : null;
}
