import { BRAND, PATHS } from '@quantalgo/contracts';
import { BrandMark } from '../../../ui/BrandMark';

/** Mark and name; leads to the top of the landing page. */
export const Wordmark = () => (
  <a
    href={PATHS.landing}
    className="flex min-h-11 items-center gap-2.5 text-lg font-semibold tracking-tight"
  >
    <BrandMark size={24} />
    {BRAND.name}
  </a>
);
