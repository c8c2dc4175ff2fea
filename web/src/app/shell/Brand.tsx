import { BRAND, PATHS } from '@quantalgo/contracts';
import { Link } from 'react-router-dom';
import { BrandMark } from '../../ui/BrandMark';

/** Mark and name; leads to the Control Center. */
export const Brand = ({ className = '' }: { className?: string }) => (
  <Link
    to={PATHS.dashboard}
    data-lasting
    className={`flex min-h-11 items-center gap-2.5 text-base font-semibold tracking-tight ${className}`}
  >
    <BrandMark size={20} />
    <span className="max-[22.5rem]:sr-only">{BRAND.name}</span>
  </Link>
);
