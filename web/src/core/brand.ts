import { type Brand, DEMONSTRATION_BRAND } from '@quantalgo/contracts/core/brand';

/** Set by the build from its project's settings (`web/build/settings.ts`). */
export const BRAND: Brand = import.meta.env.BRAND ?? DEMONSTRATION_BRAND;
