import type { ReactNode } from 'react';
import { FEATURES, FEATURES_SECTION } from '../../../content/landing/features';
import { SampleTag } from '../../../ui/Chip';
import {
  EntryPicture,
  LossesPicture,
  OddsPicture,
  OfflinePicture,
  SealPicture,
  StakesPicture,
} from './FeaturePictures';
import { Section } from './Section';

const Feature = ({
  words: { title, text },
  children,
}: {
  words: { title: string; text: string };
  children: ReactNode;
}) => (
  <li className="flex flex-col bg-ink">
    <div aria-hidden="true" className="grid h-44 content-center bg-raised px-6 py-4">
      {children}
    </div>
    <div className="border-t border-line-soft px-6 pt-5 pb-7">
      <h3 className="text-base">{title}</h3>
      <p className="mt-1.5 text-sm text-muted">{text}</p>
    </div>
  </li>
);

/** What a member gets, each point shown by the piece of the product that it is about. */
export const Features = () => (
  <Section
    id="features"
    title={FEATURES_SECTION.title}
    lead={FEATURES_SECTION.lead}
    aside={<SampleTag />}
  >
    <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
      <Feature words={FEATURES.entry}>
        <EntryPicture />
      </Feature>
      <Feature words={FEATURES.odds}>
        <OddsPicture />
      </Feature>
      <Feature words={FEATURES.stakes}>
        <StakesPicture />
      </Feature>
      <Feature words={FEATURES.seal}>
        <SealPicture />
      </Feature>
      <Feature words={FEATURES.losses}>
        <LossesPicture />
      </Feature>
      <Feature words={FEATURES.offline}>
        <OfflinePicture />
      </Feature>
    </ul>
  </Section>
);
