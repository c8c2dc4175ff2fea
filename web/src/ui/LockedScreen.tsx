import { PATHS } from '@quantalgo/contracts/core/paths';
import { LockKeyhole, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { BRAND } from '../core/brand';
import { SampleTag } from './Chip';
import { ExternalLinkButton, LinkButton } from './Links';
import { CheckList } from './Lists';
import { ScreenHead } from './Heading';

export const LockedScreen = ({
  title,
  subtitle,
  marks,
  icon,
  needs = 'Unlock with funded account',
  description,
  features,
  preview,
}: {
  title: string;
  subtitle?: string;
  marks?: ReactNode;
  icon?: LucideIcon;
  needs?: string;
  description: string;
  features?: readonly string[];
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
    >
      {subtitle}
    </ScreenHead>
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
              Compare tiers
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

const DEEP_BLUR_SCROLL_PX = 200;

const getScrollTop = (target: EventTarget | null): number =>
  target instanceof Element ? target.scrollTop : window.scrollY;

function useIsScrolledFar(): boolean {
  const [isScrolledFar, setIsScrolledFar] = useState(false);
  useEffect(() => {
    const update = ({ target }: Event) =>
      setIsScrolledFar(getScrollTop(target) > DEEP_BLUR_SCROLL_PX);
    const options = { capture: true, passive: true };
    document.addEventListener('scroll', update, options);
    return () => document.removeEventListener('scroll', update, options);
  }, []);
  return isScrolledFar;
}

interface LockedFeatureProps {
  readonly icon?: LucideIcon | undefined;
  readonly title: string;
  readonly description: string;
  readonly features?: readonly string[];
  /**
   * The real layout with sample content. It is blurred, and hidden from screen readers and the
   * keyboard.
   */
  readonly preview: ReactNode;
  readonly actions: ReactNode;
}

export function LockedFeature({
  icon: Icon,
  title,
  description,
  features = [],
  preview,
  actions,
}: LockedFeatureProps) {
  const isScrolledFar = useIsScrolledFar();
  return (
    <div className="relative isolate">
      <div
        aria-hidden
        inert
        className={`pointer-events-none min-h-[calc(100dvh+14rem)] overflow-clip select-none transition-[filter,opacity] ${isScrolledFar ? 'opacity-40 blur-lg' : 'opacity-70 blur-sm'}`}
      >
        {/* A second copy makes short pages tall enough to scroll to where the blur deepens. */}
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
            <h2 className="mt-4 text-lg">
              {isScrolledFar ? 'ELITE CONTENT - ACTIVATION REQUIRED' : title}
            </h2>
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
