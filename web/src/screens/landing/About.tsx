import { PATHS } from '@quantalgo/contracts/core/paths';
import { COIN } from '@quantalgo/contracts/signals/ladder';
import { COIN_WINS_TEXT, LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import { BRAND } from '../../core/brand';
import { type Claim, type ClaimDetail, CLAIMS } from '../../content/claims';
import { NumberedPoints } from '../../ui/Lists';
import { Section } from './Frame';
import { liveAttribute } from './live/elements';

const ABOUT = {
  title: 'An instrument, not a casino',
  paragraphs: [
    `${BRAND.name} watches currency pairs and gold, and every five minutes publishes the one signal that its strategies rate most likely to win, or records that there was none. It never trades for you and never holds your money.`,
    'Signal groups show their winners. We put every signal into a ledger before its outcome, with a fingerprint that hides it until it is over. What you see here is computed from that ledger.',
  ],
} as const;

const PROOF = {
  title: 'Verify the record',
  lead: 'Three things make it hard to cheat, and each can be checked with a few lines of code.',
  points: [
    {
      title: 'Committed first',
      text: 'When a signal is published, the ledger gets SHA-256 of the signal and a secret salt. Nobody can read it, and another signal would not fit that hash.',
    },
    {
      title: 'Revealed after',
      text: 'When it is settled, the ledger gets signal, salt and the prices it was judged on. Hash them yourself and compare.',
    },
    {
      title: 'Kept in a log',
      text: 'Entries are the leaves of a Merkle tree, whose root we sign. Note today’s root: if the log ever no longer begins with it, the past was rewritten.',
    },
  ],
  head: 'Newest root',
  links: { verify: 'Verify on your device', checkpoint: 'Signed root', entry: 'First entry' },
  basis: 'Plain text, open to everyone.',
} as const;

const LINK_CLASS =
  'inline-flex min-h-11 items-center font-semibold text-text underline decoration-line underline-offset-4 hover:decoration-current';

/** Entry 0 of the log of size 1. */
const FIRST_ENTRY_PATH = '/ledger/entry/0/1';

const LogRoot = () => (
  <div className="mt-3 rounded-lg border border-line bg-raised p-4 lg:p-6">
    <p className="text-xs text-muted">{PROOF.head}</p>
    <p translate="no" className="mt-1 text-base font-semibold text-text tabular-nums">
      <span {...liveAttribute('log-root')}>–</span>{' '}
      <span className="text-muted" {...liveAttribute('log-size')} />
    </p>
    <p className="mt-2 flex flex-wrap gap-x-6 text-sm">
      <a href={PATHS.verify} className={LINK_CLASS}>
        {PROOF.links.verify}
      </a>
      <a href="/ledger/checkpoint" className={LINK_CLASS}>
        {PROOF.links.checkpoint}
      </a>
      <a href={FIRST_ENTRY_PATH} className={LINK_CLASS}>
        {PROOF.links.entry}
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

export const About = () => (
  <Section id="about" title={ABOUT.title}>
    <div className="grid gap-12 lg:grid-cols-2 lg:gap-20">
      <div className="grid content-start gap-5 text-base text-muted lg:text-lg">
        {ABOUT.paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <LogRoot />
      </div>
      <Proof />
    </div>
  </Section>
);

const FIGURES = {
  'within-four-levels': { label: `won within ${LEVEL_COUNT} levels`, coin: COIN_WINS_TEXT },
  'first-entry': { label: 'won at the first entry', coin: String(COIN.firstEntry) },
} as const;

const VALUE_CLASS = 'block text-lg font-semibold tracking-tight tabular-nums';

function Measurement({ detail }: { detail: ClaimDetail }) {
  if ('words' in detail)
    return (
      <>
        <span className={VALUE_CLASS}>{detail.words}</span>
        <span className="block text-xs text-muted">{detail.basis}</span>
      </>
    );
  const { label, coin } = FIGURES[detail.figure];
  return (
    <>
      <span className={VALUE_CLASS} {...liveAttribute(detail.figure)} translate="no">
        –
      </span>
      <span className="block text-xs text-muted">{label}</span>
      <span className="block text-xs text-faint">{`coin ${coin}`}</span>
    </>
  );
}

const Row = ({ claim, number }: { claim: Claim; number: number }) => (
  <tr
    id={`claim-${number}`}
    className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-x-4 border-t border-line-soft px-4 py-4 align-top lg:table-row lg:p-0"
  >
    <th scope="row" className="text-left font-normal lg:px-6 lg:py-5">
      <span className={VALUE_CLASS}>{`“${claim.text}”`}</span>
      <span className="block text-xs text-muted">{claim.about}</span>
    </th>
    <td className="lg:px-6 lg:py-5">
      <Measurement detail={claim.detail} />
    </td>
    <td className="col-span-full pt-3 text-sm text-muted lg:max-w-md lg:px-6 lg:py-5">
      <sup className="text-xs text-faint">{number}</sup> <span>{claim.footnote}</span>{' '}
      <span className="text-faint">{`Source: ${claim.source}.`}</span>
    </td>
  </tr>
);

export const Claims = () => (
  <Section
    id="claims"
    title="Our claims, beside the record"
    lead="Marketing says a lot. Here is each claim next to what is measured, at this moment."
  >
    <table className="block overflow-hidden rounded-lg border border-line bg-raised lg:table lg:w-full lg:border-separate lg:border-spacing-0">
      <thead className="max-lg:sr-only">
        <tr className="text-left text-xs text-muted [&_th]:px-6 [&_th]:py-3 [&_th]:font-normal">
          <th scope="col">Claim</th>
          <th scope="col">Measured now</th>
          <th scope="col">What we know of it</th>
        </tr>
      </thead>
      <tbody className="block divide-line-soft lg:table-row-group lg:[&_td]:border-t lg:[&_td]:border-line-soft lg:[&_th]:border-t lg:[&_th]:border-line-soft">
        {CLAIMS.map((claim, index) => (
          <Row key={claim.text} claim={claim} number={index + 1} />
        ))}
      </tbody>
    </table>
  </Section>
);
