import { BRAND, PATHS } from '@quantalgo/contracts';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { LinkButton, ExternalLinkButton } from './LinkButton';
import { LockedFeature } from './LockedFeature';
import { SampleTag } from './SampleTag';
import { ScreenHead } from './ScreenHead';

/** A whole screen that is not open yet: its name, and its blurred self behind the way to account setup. */
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
  /** What opens it, in a few words. */
  needs?: string;
  description: string;
  features?: readonly string[];
  /** Drawn from sample content alone. */
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
          <LinkButton to={PATHS.accountSetup} look="primary">
            Set up my account
          </LinkButton>
          <div className="-mx-2 flex flex-wrap justify-center">
            <LinkButton to={PATHS.upgrade} look="quiet" size="small">
              Compare the tiers
            </LinkButton>
            <ExternalLinkButton href={BRAND.telegram.support} look="quiet" size="small">
              Contact support
            </ExternalLinkButton>
          </div>
        </>
      }
    />
  </div>
);
