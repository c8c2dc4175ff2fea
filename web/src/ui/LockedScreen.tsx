import { PATHS } from '@quantalgo/contracts/core/paths';
import { LockKeyhole, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { BRAND } from '../core/brand';
import { SampleTag } from './Chip';
import { ExternalLinkButton, LinkButton } from './Links';
import { CheckList } from './Lists';
import { ScreenHead } from './Heading';

/** The teaser of a locked screen: its title, and a blurred preview behind the link to account setup. */
export const LockedScreen = ({
  title,
  marks,
  icon,
  needs = 'Unlock with funded account',
  description,
  features,
  preview,
}: {
  title: string;
  marks?: ReactNode;
  icon?: LucideIcon;
  /** What unlocks it, in a few words. */
  needs?: string;
  description: string;
  features?: readonly string[];
  /** Must be drawn from sample content alone. */
  preview: ReactNode;
}) => (
  <div className="grid gap-4">
    <ScreenHead
      title={title}
      marks={marks}
      aside={
        <span className="self-center">
          <SampleTag />
        </span>
      }
    />
    <LockedFeature
      icon={icon}
      title={needs}
      description={description}
      features={features ?? []}
      preview={preview}
      actions={
        <>
          <LinkButton to={PATHS.accountSetup} variant="primary">
            Set up my account
          </LinkButton>
          <div className="-mx-2 flex flex-wrap justify-center">
            <LinkButton to={PATHS.upgrade} variant="quiet" size="small">
              Compare the tiers
            </LinkButton>
            <ExternalLinkButton href={BRAND.telegram.support} variant="quiet" size="small">
              Contact support
            </ExternalLinkButton>
          </div>
        </>
      }
    />
  </div>
);

/** The blur deepens beyond this scroll position (px). */
const DEEP_SCROLL_SHARE = 200;

const scrolled = (target: EventTarget | null): number =>
  target instanceof Element ? target.scrollTop : window.scrollY;

/** Whether the page, or the element that scrolls in its place, is scrolled further than a teaser allows. */
function useIsScrolledFar(): boolean {
  const [far, setFar] = useState(false);
  useEffect(() => {
    const follow = ({ target }: Event) => setFar(scrolled(target) > DEEP_SCROLL_SHARE);
    const options = { capture: true, passive: true };
    document.addEventListener('scroll', follow, options);
    return () => document.removeEventListener('scroll', follow, options);
  }, []);
  return far;
}

interface LockedFeatureProps {
  /** The feature's icon, beside the lock; by default the lock stands alone. */
  readonly icon?: LucideIcon | undefined;
  readonly title: string;
  readonly description: string;
  readonly features?: readonly string[];
  /** The real layout with sample content: blurred, and hidden from screen readers and the keyboard. */
  readonly preview: ReactNode;
  /** The main action, and secondary ones beside it. */
  readonly actions: ReactNode;
}

/** The teaser of a locked feature: a blurred preview behind the actions that unlock it. */
export function LockedFeature({
  icon: Icon,
  title,
  description,
  features = [],
  preview,
  actions,
}: LockedFeatureProps) {
  const far = useIsScrolledFar();
  return (
    <div className="relative isolate">
      <div
        aria-hidden
        inert
        className={`pointer-events-none min-h-[calc(100dvh+14rem)] overflow-clip select-none transition-[filter,opacity] ${far ? 'opacity-40 blur-lg' : 'opacity-70 blur-sm'}`}
      >
        {/* The second copy makes even a short page long enough to scroll to where the blur deepens. */}
        <div className="relative">
          {preview}
          <div className="absolute inset-x-0 top-full pt-4">{preview}</div>
        </div>
      </div>
      <div className="absolute inset-0 z-10">
        <div className="sticky top-24 mx-auto mt-20 w-[min(26rem,calc(100%-2.5rem))]">
          <section className="rounded-lg border border-line bg-raised/95 p-5 text-center shadow-float">
            <span className="mx-auto flex h-11 w-fit min-w-11 items-center justify-center gap-2.5 rounded-md bg-line px-2.5">
              {Icon && <Icon size={22} aria-hidden />}
              <LockKeyhole size={Icon ? 18 : 22} aria-hidden />
            </span>
            <h2 className="mt-4 text-lg">{far ? 'ELITE CONTENT - ACTIVATION REQUIRED' : title}</h2>
            <p className="mt-2 text-sm text-pretty text-muted">{description}</p>
            <div className="mt-5 grid gap-2">{actions}</div>
          </section>
          {features.length > 0 && (
            <div className="-mx-2 mt-4 rounded-lg bg-ink/60 p-2">
              <CheckList items={features} />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
