let ending: Promise<unknown> = Promise.resolve();

/** Notes that a session is being ended on this device. */
export function noteEnding(ended: Promise<void>): void {
  ending = Promise.allSettled([ending, ended]);
}

/** Settles once nothing is left here of whoever's session was ended. */
export const sessionEnded = (): Promise<unknown> => ending;
