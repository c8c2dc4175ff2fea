import { type Brand, DEMONSTRATION_BRAND } from '@quantalgo/contracts';

/** Whom this site speaks for: the build gives it from the settings of its project (`web/build/settings.ts`). */
export const BRAND: Brand = import.meta.env.BRAND ?? DEMONSTRATION_BRAND;
