import { pairSchema } from '@quantalgo/contracts/market/pairs';
import {
  pushDeviceSchema,
  pushedAccessSchema,
  subscriptionSchema,
} from '@quantalgo/contracts/push/push';
import * as z from 'zod/mini';
import { changeRow, readRow } from '../database/plain';
import { PUSH_ROW } from '../database/databases';

const pushStateSchema = z.object({
  subscription: z.nullable(subscriptionSchema),
  device: z.nullable(pushDeviceSchema),
  member: z.nullable(z.string()),
  /** From a push that arrived while the app was closed. */
  access: z.nullable(pushedAccessSchema),
  /** `until`: epoch ms, device clock. `came`: signals received while muted. */
  mute: z.nullable(z.object({ until: z.number(), came: z.int() })),
  pairs: z.array(pairSchema),
  /** Device clock minus server clock (ms). */
  clockAhead: z.number(),
  unopened: z.int(),
  /** “Pays” is withheld, because the member's record refutes it. */
  isRefuted: z.boolean(),
  /** Notifications that the member hasn't read, as last shown. */
  unread: z.int(),
  /** Delivery time (ms) of the last measured push. */
  tookMs: z.nullable(z.number()),
});
export type PushState = z.infer<typeof pushStateSchema>;

export const PUSH_MUTE_DURATION_MS = 60 * 60_000;

export const EMPTY_STATE: PushState = {
  subscription: null,
  device: null,
  member: null,
  access: null,
  mute: null,
  pairs: [],
  clockAhead: 0,
  unopened: 0,
  isRefuted: false,
  unread: 0,
  tookMs: null,
};

const parseState = (row: unknown): PushState => {
  const parsed = pushStateSchema.safeParse(row);
  return parsed.success ? parsed.data : EMPTY_STATE;
};

export const readPushStateOrThrow = async (): Promise<PushState> => {
  const row = await readRow(PUSH_ROW);
  return row === undefined ? EMPTY_STATE : pushStateSchema.parse(row);
};

export const readPushState = (): Promise<PushState> =>
  readPushStateOrThrow().catch(() => EMPTY_STATE);

/**
 * `now`: epoch ms. A remaining time above the mute's duration means that the device's clock was set
 * back.
 */
export const isMuted = ({ mute }: Pick<PushState, 'mute'>, now: number): boolean =>
  mute !== null && now < mute.until && mute.until - now <= PUSH_MUTE_DURATION_MS;

export const changePushState = (change: (state: PushState) => PushState): Promise<PushState> =>
  changeRow(PUSH_ROW, (row) => change(parseState(row))).catch(() => change(EMPTY_STATE));

/** Creates no database on a device without pushes. */
export async function rememberRefuted(isRefuted: boolean): Promise<void> {
  if ((await readPushState()).isRefuted !== isRefuted)
    await changePushState((state) => ({ ...state, isRefuted }));
}

/** The badge of a closed app includes them. */
export async function rememberUnread(unread: number): Promise<void> {
  if ((await readPushState()).subscription)
    await changePushState((state) => ({ ...state, unread }));
}
