import type { ReactNode } from 'react';
import { SiteFooter } from '../frame/SiteFooter';
import { SiteHeader } from '../frame/SiteHeader';
import { SkipLink } from '../frame/SkipLink';
import { Width } from '../frame/Width';

/** A page to be read: one column of a comfortable width. */
export const TextPage = ({
  title,
  intro,
  children,
}: {
  title: string;
  intro: string;
  children: ReactNode;
}) => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <SiteHeader />
    <main id="main" tabIndex={-1} className="flex-1">
      <Width className="pt-8 pb-20 lg:pt-14">
        <div className="max-w-2xl">
          <h1 className="text-2xl tracking-[-0.03em]">{title}</h1>
          <p className="mt-4 text-base text-muted lg:text-lg">{intro}</p>
          {children}
        </div>
      </Width>
    </main>
    <SiteFooter />
  </div>
);
