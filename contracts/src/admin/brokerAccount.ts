import * as z from 'zod/mini';

/** What the broker's own list says of a trader ID. */
export const brokerAccountRowSchema = z.object({
  traderId: z.string(),
  /** True where the account was opened through our link. */
  underOurLink: z.boolean(),
  funded: z.boolean(),
  /** Dollars; null where the list does not say. */
  amount: z.nullable(z.number()),
  importedAt: z.iso.datetime(),
});
export type BrokerAccountRow = z.infer<typeof brokerAccountRowSchema>;
