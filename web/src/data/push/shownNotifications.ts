import { PATHS } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';

/** What a shown notification knows of itself. */
const dataSchema = z.object({
  to: z.string(),
  /** When it becomes useless (epoch ms, server's clock). */
  until: z.nullable(z.number()),
  isSignal: z.boolean(),
});

export type NotificationData = z.infer<typeof dataSchema>;

/** Closes the notifications that this site shows, all or those that are over. Never rejects. */
export async function closeNotifications(
  registration: ServiceWorkerRegistration | undefined,
  isOver: (data: NotificationData, tag: string) => boolean = () => true,
): Promise<void> {
  try {
    for (const notification of (await registration?.getNotifications()) ?? []) {
      const { data } = dataSchema.safeParse(notification.data);
      if (isOver(data ?? { to: '/', until: null, isSignal: false }, notification.tag))
        notification.close();
    }
  } catch {
    // Browsers without notifications show none.
  }
}

/** True if a notification can’t be acted on any more. `now`: epoch ms, server's clock. */
export const isExpired = ({ until }: NotificationData, now: number): boolean =>
  until !== null && now >= until;

/** True for the screens that show the latest signals. */
export const showsSignals = (path: string): boolean =>
  path === PATHS.dashboard || path === PATHS.signals || path.startsWith(`${PATHS.signals}/`);

/** True if a member who looks at the screen at `path` has read what a notification says. */
export const isRead = ({ to, isSignal }: NotificationData, path: string): boolean =>
  new URL(to, location.origin).pathname === path || (isSignal && showsSignals(path));
