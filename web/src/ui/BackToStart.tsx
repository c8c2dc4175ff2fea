import { PATHS } from '@quantalgo/contracts';
import { ArrowLeft } from 'lucide-react';

/** Leads to the landing page, which is another document. */
export const BackToStart = () => (
  <a
    href={PATHS.landing}
    className="flex min-h-11 items-center gap-2 text-sm font-medium text-muted hover:text-text"
  >
    <ArrowLeft size={16} aria-hidden />
    Back to start
  </a>
);
