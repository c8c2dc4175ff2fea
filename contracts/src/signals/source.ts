import * as z from 'zod/mini';

/** Where prices come from. Only `twelvedata` is a real market and makes a public record. */
export const sourceSchema = z.enum(['twelvedata', 'replay', 'simulated']);
export type Source = z.infer<typeof sourceSchema>;

/** A record from anything but a live market is a demonstration, and every screen of it says so. */
export const isDemonstration = (source: Source): boolean => source !== 'twelvedata';
