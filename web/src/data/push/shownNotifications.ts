import { PATHS } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';

const dataSchema = z.object({
  to: z.string(),
  /** Expiry (epoch ms, server clock). */
  until: z.nullable(z.number()),
  isSignal: z.boolean(),
});

export type NotificationData = z.infer<typeof dataSchema>;

export async function closeNotifications(
  registration: ServiceWorkerRegistration | undefined,
  shouldClose: (data: NotificationData, tag: string) => boolean = () => true,
): Promise<void> {
  try {
    for (const notification of (await registration?.getNotifications()) ?? []) {
      const { data } = dataSchema.safeParse(notification.data);
      if (shouldClose(data ?? { to: '/', until: null, isSignal: false }, notification.tag))
        notification.close();
    }
  } catch {
    // Browsers without notifications show none.
  }
}

/** `now`: epoch ms, server clock. */
export const isExpired = ({ until }: NotificationData, now: number): boolean =>
  until !== null && now >= until;

export const isSignalsPath = (path: string): boolean =>
  path === PATHS.dashboard || path === PATHS.signals || path.startsWith(`${PATHS.signals}/`);

export const isReadOnPath = ({ to, isSignal }: NotificationData, path: string): boolean =>
  new URL(to, location.origin).pathname === path || (isSignal && isSignalsPath(path));
