export const DEFAULT_ROUND_MS = 8 * 60 * 60_000;
