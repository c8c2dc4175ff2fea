import { type Brand, DEMONSTRATION_BRAND } from '@quantalgo/contracts/core/brand';

/** The build inlines it from the project's settings (`web/build/settings.ts`). */
export const BRAND: Brand = import.meta.env.BRAND ?? DEMONSTRATION_BRAND;
