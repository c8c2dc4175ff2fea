import * as z from 'zod/mini';
import { PUSH_MESSAGE } from '../core/workerProtocol';

const openedSchema = z.object({
  type: z.literal(PUSH_MESSAGE.opened),
  to: z.string().check(z.regex(/^\/(?![/\\])/)),
});
const shownSchema = z.object({
  type: z.literal(PUSH_MESSAGE.shown),
  id: z.optional(z.string()),
  tookMs: z.nullable(z.number()),
});

/** Calls `onMessage` with what the worker tells, parsed. Returns what ends that. */
function follow<S extends z.ZodMiniType>(
  schema: S,
  onMessage: (told: z.output<S>) => void,
): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  const receive = ({ data }: MessageEvent<unknown>) => {
    const told = z.safeParse(schema, data);
    if (told.success) onMessage(told.data);
  };
  serviceWorker.addEventListener('message', receive);
  return () => serviceWorker.removeEventListener('message', receive);
}

/** Tells where a notification leads that was opened while this window is. */
export const followOpened = (onOpened: (to: string) => void): (() => void) =>
  follow(openedSchema, ({ to }) => onOpened(to));

/** Tells of each notification that is shown on this device. */
export const followShown = (onShown: (id: string | undefined) => void): (() => void) =>
  follow(shownSchema, ({ id }) => onShown(id));
