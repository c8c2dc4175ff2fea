import { type Brand, DEMONSTRATION_BRAND } from '@quantalgo/contracts/core/brand';

/** The brand of this site, set by the build from its project's settings (`web/build/settings.ts`). */
export const BRAND: Brand = import.meta.env.BRAND ?? DEMONSTRATION_BRAND;
