import * as z from 'zod/mini';
import { firestoreTimeSchema } from '../core/time';
import { type Configuration, configurationSchema, MAX_BOTS, mergePauses } from './configuration';

const botSchema = z.object({ id: z.uuid(), configuration: configurationSchema });

export type Bot = z.infer<typeof botSchema>;

export const botsSchema = z.array(botSchema).check(z.maxLength(MAX_BOTS));

export const botsDocumentSchema = z.object({
  uid: z.string(),
  bots: botsSchema,
  updatedAt: firestoreTimeSchema,
});

/**
 * `base`: the configuration that the member changed; null for a new bot. A null `configuration`
 * removes the bot.
 */
export const botChangeSchema = z.strictObject({
  base: z.nullable(configurationSchema),
  configuration: z.nullable(configurationSchema),
});

export type BotChange = z.infer<typeof botChangeSchema>;

const isSame = (value: unknown, other: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(other);

/** `since`: of the merged configuration. A reset on either side drops the pauses before it. */
function mergePauseChanges(
  current: Configuration,
  base: Configuration,
  changed: Configuration,
  since: number,
): Configuration['pauses'] {
  const isUnchanged = (side: Configuration) =>
    side.since === base.since && isSame(side.pauses, base.pauses);
  if (isUnchanged(changed)) return current.pauses;
  if (isUnchanged(current)) return changed.pauses;
  return mergePauses(current.pauses, changed.pauses, since);
}

/**
 * Applies what changed between `base` and `changed`, so that changes to other fields survive. Of
 * two changes to one field, the later write wins.
 */
export function mergeConfiguration(
  current: Configuration,
  base: Configuration,
  changed: Configuration,
): Configuration {
  const baseFields = new Map<string, unknown>(Object.entries(base));
  const changes = Object.entries(changed).filter(
    ([name, value]) => name !== 'pauses' && !isSame(value, baseFields.get(name)),
  );
  const merged: Configuration = { ...current, ...Object.fromEntries(changes) };
  return { ...merged, pauses: mergePauseChanges(current, base, changed, merged.since) };
}

export type BotChangeResult =
  | { readonly type: 'applied'; readonly bots: Bot[] }
  | { readonly type: 'refused'; readonly reason: string };

const refuse = (reason: string): BotChangeResult => ({ type: 'refused', reason });

/** Never brings back a bot that was removed in the meantime. */
export function applyBotChange(
  bots: readonly Bot[],
  id: string,
  { base, configuration }: BotChange,
): BotChangeResult {
  if (configuration === null) return { type: 'applied', bots: bots.filter((bot) => bot.id !== id) };
  const stored = bots.find((bot) => bot.id === id);
  if (!stored) {
    if (base) return refuse('This bot was removed, so your change wasn’t saved.');
    if (bots.length >= MAX_BOTS)
      return refuse(`You have ${MAX_BOTS} bots. Remove one before adding another.`);
    return { type: 'applied', bots: [...bots, { id, configuration }] };
  }
  const merged = base
    ? mergeConfiguration(stored.configuration, base, configuration)
    : configuration;
  const { data, error } = configurationSchema.safeParse(merged);
  if (!data) return refuse(error.issues[0]?.message ?? 'Invalid configuration');
  const changedBot = { id, configuration: data };
  return { type: 'applied', bots: bots.map((bot) => (bot.id === id ? changedBot : bot)) };
}
