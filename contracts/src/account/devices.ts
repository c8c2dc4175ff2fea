import * as z from 'zod/mini';

/** From this many devices on the list says that there are many. Nobody is ever kept out by it. */
export const DEVICES_SOFT_LIMIT = 5;

/** One session of a member: a sign-in on some device. */
export const deviceSchema = z.object({
  /** Names the session among its member's own. */
  id: z.string(),
  /** As far as the browser tells: `Chrome`, `Safari`, `Unknown browser`. */
  browser: z.string(),
  /** `Android`, `iPhone`, `Windows`, `Unknown device`. */
  platform: z.string(),
  signedInAt: z.iso.datetime(),
  /** To within an hour. */
  lastSeenAt: z.iso.datetime(),
  /** True for the session that asks. */
  current: z.boolean(),
});
export type Device = z.infer<typeof deviceSchema>;
