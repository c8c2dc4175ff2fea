import { ShieldCheck } from 'lucide-react';
import { BRAND } from '../../core/brand';

/** Filled, to stand out from tiers' chips and the verified mark. */
export const StaffMark = () => (
  <span className="inline-flex min-h-5.5 shrink-0 items-center gap-1 rounded-sm bg-action px-2 text-xs font-semibold text-on-action">
    <ShieldCheck size={14} aria-hidden />
    <span>Staff</span>
    <span className="sr-only">{`of ${BRAND.name}`}</span>
  </span>
);
