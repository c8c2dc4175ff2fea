import * as z from 'zod/mini';

export const NOTIFICATIONS = ['signals', 'trades', 'marketing', 'security'] as const;
export type Notification = (typeof NOTIFICATIONS)[number];

/** What a member wants to be told. */
export const notificationsSchema = z.object({
  signals: z.boolean(),
  trades: z.boolean(),
  marketing: z.boolean(),
  security: z.boolean(),
});
export type Notifications = z.infer<typeof notificationsSchema>;

/** What a member is told who never chose. */
export const DEFAULT_NOTIFICATIONS: Notifications = {
  signals: true,
  trades: true,
  marketing: false,
  security: true,
};
