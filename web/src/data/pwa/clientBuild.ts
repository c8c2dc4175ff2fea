import { observable } from '../observable';

/** Grows when the API changes in a way that older clients can't follow. */
const CLIENT_BUILD = 1;

/** True once a reply said that the server no longer serves clients as old as this one. */
export const clientOutdated = observable(false);

/** Reads the header that names the oldest client the server serves. */
export function learnOldestClient(header: string | null): void {
  if (Number(header) > CLIENT_BUILD) clientOutdated.set(true);
}
