/** Samples illustrate features; they are not part of the record. Epoch ms. */
export const SAMPLE_SLOT = Date.UTC(2026, 10, 20, 13, 5);

export const SAMPLE_ODDS = { value: 52.4, low: 50.9, high: 53.9 } as const;
