import { Refusal } from '../command/refusal';

/** The ports of an unshifted suite. People, tests and documents name them: they do not change. */
export const PORTS = {
  site: 5050,
  auth: 9099,
  functions: 5001,
  firestore: 8080,
  firestoreWebsocket: 9150,
  storage: 9199,
  eventarc: 9299,
  tasks: 9499,
  hub: 4400,
  logging: 4500,
  inbox: 1080,
  smtp: 1025,
} as const;

/** Port of the Vite server of `npm run dev`, shifted like the others; no part of the suite itself. */
export const DEV_PORT = 5173;

/** Any other shift hits a port that browsers refuse, or a port of another suite. */
export const OFFSETS = [0, 1000, 3000, 4000, 5000, 13000, 14000, 15000, 16000, 17000] as const;

/** Of the second suite that all journeys run on, beside the one at the offset in the same place above. */
export const SECOND_OFFSETS = [
  2500, 3500, 5500, 6500, 7500, 15500, 16500, 17500, 18500, 19500,
] as const;

export type Offset = (typeof OFFSETS)[number] | (typeof SECOND_OFFSETS)[number];

export type Ports = Record<keyof typeof PORTS, number>;

/**
 * The shift that PORT_OFFSET asks for; `fallback` where it is unset.
 * @throws Refusal when it is none of {@link OFFSETS}, nor of {@link SECOND_OFFSETS} that commands of journeys are given.
 */
export function readOffset(value: string | undefined, fallback: Offset): Offset {
  if (value === undefined || value === '') return fallback;
  const known = [...OFFSETS, ...SECOND_OFFSETS];
  const offset = known.find((one) => String(one) === value.trim());
  if (offset === undefined)
    throw new Refusal(`PORT_OFFSET must be one of ${OFFSETS.join(', ')}, not '${value}'.`);
  return offset;
}

/** The offset of the second suite beside the one at this offset; undefined where that is a second one itself. */
export const secondOf = (offset: Offset): Offset | undefined =>
  SECOND_OFFSETS[OFFSETS.findIndex((one) => one === offset)];

/** All ports of the suite with this shift. */
export function portsAt(offset: Offset): Ports {
  return {
    site: PORTS.site + offset,
    auth: PORTS.auth + offset,
    functions: PORTS.functions + offset,
    firestore: PORTS.firestore + offset,
    firestoreWebsocket: PORTS.firestoreWebsocket + offset,
    storage: PORTS.storage + offset,
    eventarc: PORTS.eventarc + offset,
    tasks: PORTS.tasks + offset,
    hub: PORTS.hub + offset,
    logging: PORTS.logging + offset,
    inbox: PORTS.inbox + offset,
    smtp: PORTS.smtp + offset,
  };
}
