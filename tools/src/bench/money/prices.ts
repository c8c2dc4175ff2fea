/**
 * List prices in US dollars, for a database in eur3 and functions in a region of the first tier, such as europe-west1.
 * docs/costs.md says where each stands, and how far it was checked.
 */
export const PRICES = {
  reads: 0.06 / 100_000,
  writes: 0.18 / 100_000,
  deletes: 0.02 / 100_000,
  /** Calls and runs of functions. */
  invocations: 0.4 / 1_000_000,
  cpuSeconds: 0.000024,
  /** Of memory, for a second. */
  gibSeconds: 0.0000025,
  /** What Firestore and functions send to the Internet. */
  egressGib: 0.12,
  /** What Hosting sends. */
  hostingGb: 0.15,
} as const;

export type Priced = keyof typeof PRICES;
