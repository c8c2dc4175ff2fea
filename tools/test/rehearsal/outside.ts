/* The world outside of an instance, where this machine has another: code that runs before the function's own. */

/** The clock of who runs at the beginning of this slot (epoch ms): whenever it is rehearsed, there is a signal to publish. */
export const behind = (slot: number): string => `
  const now = Date.now;
  const late = now() - ${slot} - 1000;
  Date.now = () => now() - late;`;

/** The push service of Chrome. */
export const PUSH_SERVICE = 'https://fcm.googleapis.com';

/** A push service on this machine in the place of a browser's own. */
export const towards = (service: string): string => `
  const call = globalThis.fetch;
  globalThis.fetch = (url, how) =>
    call(String(url).replace('${PUSH_SERVICE}', '${service}'), how);`;
