import { PATHS, signalPath } from '@quantalgo/contracts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../ui/Links';

const Step = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to === null ? (
    <span />
  ) : (
    <LinkButton to={signalPath(to)} look="quiet" size="small" className="px-2!">
      {children}
    </LinkButton>
  );

/** To the signals before and after this one on this device, and to all of them. */
export const Neighbours = ({ older, newer }: { older: string | null; newer: string | null }) => (
  <nav aria-label="Other signals" className="-mx-2 flex items-center justify-between gap-2">
    <Step to={older}>
      <ChevronLeft size={16} aria-hidden />
      Older
    </Step>
    <LinkButton to={PATHS.signalHistory} look="quiet" size="small">
      All signals
    </LinkButton>
    <Step to={newer}>
      Newer
      <ChevronRight size={16} aria-hidden />
    </Step>
  </nav>
);
