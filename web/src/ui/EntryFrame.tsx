import { BRAND } from '@quantalgo/contracts';
import type { ReactNode } from 'react';
import { BrandMark } from './BrandMark';
import { Pledge } from './Pledge';

/** What stands around every screen before the dashboard: brand and a corner above, the pledge beside on wide screens. */
export const EntryFrame = ({
  corner,
  below,
  children,
}: {
  corner: ReactNode;
  /** Directly under the brand, over the whole width of the column. */
  below?: ReactNode;
  children: ReactNode;
}) => (
  <div className="grid min-h-dvh lg:grid-cols-2">
    <div className="mx-auto flex w-full max-w-lg flex-col px-4 py-3 lg:px-14 lg:py-6">
      <header>
        <div className="flex min-h-11 items-center justify-between gap-3">
          <span className="flex items-center gap-2.5 font-semibold tracking-tight">
            <BrandMark />
            {BRAND.name}
          </span>
          {corner}
        </div>
        {below}
      </header>
      <main className="grid flex-1 content-start gap-6 pt-8 pb-8 lg:content-center lg:pt-4">
        {children}
      </main>
    </div>
    <Pledge />
  </div>
);
