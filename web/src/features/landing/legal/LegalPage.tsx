import type { LegalText } from '../../../content/landing/legal/legalText';
import { Points } from './Points';
import { TextPage } from './TextPage';

/** Terms, privacy or risk in full. */
export const LegalPage = ({ text: { title, intro, updated, sections } }: { text: LegalText }) => (
  <TextPage title={title} intro={intro}>
    {sections.map(({ heading, paragraphs, points = [] }) => (
      <section key={heading} className="mt-10">
        <h2 className="text-lg">{heading}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="mt-3 text-muted">
            {paragraph}
          </p>
        ))}
        <Points points={points} />
      </section>
    ))}
    <p className="mt-12 text-sm text-faint">Last changed on {updated}.</p>
  </TextPage>
);
