import { nextSlotStart, pairLabel, pairSchema, slotId, watTime } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { Refusal } from './command/refusal';
import { runCommand } from './command/runCommand';
import { runScheduled } from './scheduler/trigger';
import { readDocument } from './suite/documents';
import { addressesOf } from './suite/environment';
import { suiteFolder } from './suite/folders';
import { portsAt, readOffset } from './suite/ports';
import { readRun } from './suite/runFile';

const textField = z.object({ stringValue: z.string() });
const signalSchema = z.object({
  pair: z.object({ stringValue: pairSchema }),
  direction: textField,
  expiresAt: z.object({ timestampValue: z.string() }),
});

/** The published signal in a line; null when there is none with this id. */
async function describe(ports: ReturnType<typeof portsAt>, id: string): Promise<string | null> {
  const fields = await readDocument(ports, `signals/${id}`);
  if (fields === null) return null;
  const { pair, direction, expiresAt } = signalSchema.parse(fields);
  const entry = watTime(Date.parse(expiresAt.timestampValue));
  return `${id} ${pairLabel(pair.stringValue)} ${direction.stringValue}, enter at ${entry} WAT`;
}

/** Publishes the next slot's signal on the running suite without waiting for its time. */
async function signal(): Promise<number> {
  const offset = readOffset(process.env['PORT_OFFSET'], 0);
  if (!readRun(suiteFolder(offset).runFile)) {
    throw new Refusal(
      'No suite is running: `npm start` starts one. Signals are published by hand only there.',
    );
  }
  const ports = portsAt(offset);
  const next = nextSlotStart(Date.now());
  const known = await describe(ports, slotId(next));
  if (known !== null) {
    console.log(`Published already: ${known}. The next can come at ${watTime(next)} WAT.`);
    return 0;
  }
  await runScheduled(addressesOf(ports).triggers, 'publishSignal', next);
  const published = await describe(ports, slotId(next));
  if (published === null) {
    console.log(`No strategy found a trade for ${slotId(next)}, or its market is closed.`);
  } else {
    console.log(`Published ${published}`);
  }
  return 0;
}

runCommand(signal);
