import { pairSchema, probabilitySchema, signalShape, type Signal } from '@quantalgo/contracts';
import * as z from 'zod/mini';

const time = z.number();

/** A signal as IndexedDB holds it: times in epoch ms. */
const storedSignalSchema = z.object({
  ...signalShape(time),
  pair: pairSchema,
  confidence: probabilitySchema,
  firstEntry: probabilitySchema,
  receivedAt: time,
  live: z.boolean(),
});

/** A signal on this device. */
export type ReceivedSignal = Signal & {
  /** When it came (epoch ms, server clock). */
  readonly receivedAt: number;
  /** It came through the open stream, so that `receivedAt - publishedAt` is the delay of its delivery. */
  readonly live: boolean;
};

/** Reads rows of the signals table; what can't be read is left out. */
export const readSignals = (rows: readonly unknown[]): ReceivedSignal[] =>
  rows.flatMap((row) => {
    const parsed = storedSignalSchema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
