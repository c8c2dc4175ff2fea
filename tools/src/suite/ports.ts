import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../system/root';
import { CommandError } from './command';

/** With the `demo-` prefix, firebase-tools makes no calls to Google. */
export const PROJECT = 'demo-quantalgo';
export const REGION = 'europe-west1';
export const BUCKET = `${PROJECT}.appspot.com`;
export const HOST = '127.0.0.1';

/** Vite's port for `npm run dev`. It is offset like the others, but not part of the suite. */
export const DEV_PORT = 5173;

/** Other offsets would use ports that browsers refuse or that another suite uses. */
export const OFFSETS = [0, 1000, 3000, 4000, 5000, 13000, 14000, 15000, 16000, 17000] as const;

/** Offsets of the second suite for journeys, paired with OFFSETS by index. */
export const SECOND_OFFSETS = [
  2500, 3500, 5500, 6500, 7500, 15500, 16500, 17500, 18500, 19500,
] as const;

export type Offset = (typeof OFFSETS)[number] | (typeof SECOND_OFFSETS)[number];

/**
 * Parses PORT_OFFSET. Returns `fallback` if it is unset.
 * @throws CommandError if it is in neither {@link OFFSETS} nor {@link SECOND_OFFSETS}
 */
export function readOffset(value: string | undefined, fallback: Offset): Offset {
  if (value === undefined || value === '') return fallback;
  const allOffsets = [...OFFSETS, ...SECOND_OFFSETS];
  const offset = allOffsets.find((candidate) => String(candidate) === value.trim());
  if (offset === undefined)
    throw new CommandError(`PORT_OFFSET must be one of ${OFFSETS.join(', ')}, not '${value}'.`);
  return offset;
}

export const getSecondOffset = (offset: Offset): Offset | undefined =>
  SECOND_OFFSETS[OFFSETS.findIndex((candidate) => candidate === offset)];

/** Docs and log messages give the ports at offset 0. */
export const getPorts = (offset: Offset) => ({
  site: 5050 + offset,
  auth: 9099 + offset,
  functions: 5001 + offset,
  firestore: 8080 + offset,
  firestoreWebsocket: 9150 + offset,
  storage: 9199 + offset,
  eventarc: 9299 + offset,
  tasks: 9499 + offset,
  hub: 4400 + offset,
  logging: 4500 + offset,
  inbox: 1080 + offset,
  broker: 1090 + offset,
  smtp: 1025 + offset,
  telegram: 1095 + offset,
  timeAuthority: 1096 + offset,
});

export type Ports = ReturnType<typeof getPorts>;

const SECOND_WORKER = '1';

/** Playwright's second worker uses the second suite, if there is one. */
export function getWorkerOffset(): Offset {
  const first = readOffset(process.env['PORT_OFFSET'], 0);
  const isSecond = process.env['TEST_PARALLEL_INDEX'] === SECOND_WORKER;
  return isSecond ? readOffset(process.env['SECOND_PORT_OFFSET'], first) : first;
}

export function getSuitePaths(offset: Offset) {
  const folder = inRoot('.local', String(offset));
  return {
    folder,
    site: join(folder, 'site'),
    functions: join(folder, 'functions'),
    logs: join(folder, 'logs'),
    runFile: join(folder, 'run.json'),
    /** Separate, because the first suite to stop would otherwise delete the other's uploads. */
    temporary: join(tmpdir(), `quantalgo-${offset}`),
    config: inRoot(`firebase.local-${offset}.json`),
  };
}
