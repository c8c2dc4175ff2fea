/** A handle in the form in which two are compared: `https://t.me/QuantAlgo?start=1`, `@quantalgo` → `quantalgo`. */
export const bareHandle = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^(https?:\/\/)?(www\.)?(t|telegram)\.me\//, '')
    .replace(/^@/, '')
    .replace(/[/?#].*$/, '');

/** Whether what somebody gave is one of our handles, letter by letter. */
export const isOfficial = (typed: string, handles: readonly string[]): boolean =>
  handles.some((handle) => bareHandle(handle) === bareHandle(typed));
