import { pairSchema } from '@quantalgo/contracts/market/pairs';
import {
  pushDeviceSchema,
  pushedAccessSchema,
  subscriptionSchema,
} from '@quantalgo/contracts/push/push';
import * as z from 'zod/mini';
import { changeRow, readRow } from '../core/rowStore';
import { PUSH_STORE } from '../core/workerProtocol';

/** The push state of this device, shared by pages and worker; deleted with the session. */
const pushStateSchema = z.object({
  /** The subscription that the server has; null while notifications are off. */
  subscription: z.nullable(subscriptionSchema),
  /** The device as last received from the server. */
  device: z.nullable(pushDeviceSchema),
  /** Uid of the member who turned notifications on. */
  member: z._default(z.nullable(z.string()), null),
  /** The member's access from a push that arrived after the app was last open; null if there was none. */
  access: z._default(z.nullable(pushedAccessSchema), null),
  /**
   * The mute on this device: its end (epoch ms, device clock) and the number of signals since; null if there is none.
   */
  mute: z._default(z.nullable(z.object({ until: z.number(), came: z.int() })), null),
  /** The pairs of the server's signals, as last received; empty before that. */
  pairs: z._default(z.array(pairSchema), []),
  /** How far (ms) the device's clock is ahead of the server's. */
  clockAhead: z.number(),
  /** Notifications shown since one was last opened. */
  unopened: z.int(),
  /** Delivery time (ms), from the server to this device, of the last push that was measured. */
  tookMs: z.nullable(z.number()),
});
export type PushState = z.infer<typeof pushStateSchema>;

/** Duration (ms) of the mute by a notification's button. */
export const PUSH_MUTE_MS = 60 * 60_000;

/** The state if nothing is stored. */
export const EMPTY_STATE: PushState = {
  subscription: null,
  device: null,
  member: null,
  access: null,
  mute: null,
  pairs: [],
  clockAhead: 0,
  unopened: 0,
  tookMs: null,
};

const valueOf = (row: unknown): PushState => {
  const parsed = pushStateSchema.safeParse(row);
  return parsed.success ? parsed.data : EMPTY_STATE;
};

/** The stored state, or the empty one if there is none. @throws Error if it can't be read */
export const storedPushState = async (): Promise<PushState> => {
  const row = await readRow(PUSH_STORE);
  return row === undefined ? EMPTY_STATE : pushStateSchema.parse(row);
};

/** As {@link storedPushState}, but the empty state if it can't be read. Never rejects. */
export const readPushState = (): Promise<PushState> => storedPushState().catch(() => EMPTY_STATE);

/**
 * Whether signals are muted at `now` (epoch ms). A remaining time longer than a mute means that the clock was set back.
 */
export const isMuted = ({ mute }: Pick<PushState, 'mute'>, now: number): boolean =>
  mute !== null && now < mute.until && mute.until - now <= PUSH_MUTE_MS;

/** Changes the stored state. Never rejects: everything else works without it. */
export const changePushState = (change: (kept: PushState) => PushState): Promise<PushState> =>
  changeRow(PUSH_STORE, (row) => change(valueOf(row))).catch(() => change(EMPTY_STATE));
