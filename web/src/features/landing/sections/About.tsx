import { endpoints, PATHS } from '@quantalgo/contracts';
import { ABOUT, PROOF } from '../../../content/landing/about';
import { NumberedPoints } from '../../../ui/Lists';
import { live } from '../live/names';
import { Section } from './Section';

const LINK =
  'inline-flex min-h-11 items-center font-semibold text-text underline decoration-line underline-offset-4 hover:decoration-current';

const FIRST_PAGE = endpoints.ledgerPage.path.replace(':page', '0');

const Head = () => (
  <div className="mt-3 rounded-lg border border-line bg-raised p-4 lg:p-6">
    <p className="text-xs text-muted">{PROOF.head}</p>
    <p className="mt-1 text-base font-semibold text-text tabular-nums">
      <span {...live('head-hash')}>–</span> <span className="text-muted" {...live('head-number')} />
    </p>
    <p className="mt-2 flex flex-wrap gap-x-6 text-sm">
      <a href={PATHS.verify} className={LINK}>
        {PROOF.links.verify}
      </a>
      <a href={endpoints.ledgerHead.path} className={LINK}>
        {PROOF.links.head}
      </a>
      <a href={FIRST_PAGE} className={LINK}>
        {PROOF.links.page}
      </a>
    </p>
    <p className="text-xs text-faint">{PROOF.basis}</p>
  </div>
);

const Proof = () => (
  <div id="verify" className="scroll-mt-8">
    <h3 className="text-lg">{PROOF.title}</h3>
    <p className="mt-2 text-sm text-muted">{PROOF.lead}</p>
    <NumberedPoints points={PROOF.points} className="mt-6 gap-5" />
  </div>
);

/** Who we are, and how to check that it is true. */
export const About = () => (
  <Section id="about" title={ABOUT.title}>
    <div className="grid gap-12 lg:grid-cols-2 lg:gap-20">
      <div className="grid content-start gap-5 text-base text-muted lg:text-lg">
        {ABOUT.paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <Head />
      </div>
      <Proof />
    </div>
  </Section>
);
