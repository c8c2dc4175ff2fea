import { COIN } from '@quantalgo/contracts';
import { CLAIMS, type Beside, type Claim } from '../../../content/claims';
import { live } from '../live/names';
import { Section } from './Section';

const FIGURES = {
  'within-four-levels': { label: 'won within four levels', coin: COIN.withinFourLevels.toFixed(1) },
  'first-entry': { label: 'won at the first entry', coin: String(COIN.firstEntry) },
} as const;

const VALUE = 'block text-lg font-semibold tracking-tight tabular-nums';

function Measured({ beside }: { beside: Beside }) {
  if ('words' in beside)
    return (
      <>
        <span className={VALUE}>{beside.words}</span>
        <span className="block text-xs text-muted">{beside.basis}</span>
      </>
    );
  const { label, coin } = FIGURES[beside.figure];
  return (
    <>
      <span className={VALUE} {...live(beside.figure)}>
        –
      </span>
      <span className="block text-xs text-muted">{label}</span>
      <span className="block text-xs text-faint">coin {coin}</span>
    </>
  );
}

const Row = ({ claim, number }: { claim: Claim; number: number }) => (
  <tr
    id={`claim-${number}`}
    className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-x-4 border-t border-line-soft px-4 py-4 align-top lg:table-row lg:p-0"
  >
    <th scope="row" className="text-left font-normal lg:px-6 lg:py-5">
      <span className={VALUE}>“{claim.text}”</span>
      <span className="block text-xs text-muted">{claim.about}</span>
    </th>
    <td className="lg:px-6 lg:py-5">
      <Measured beside={claim.beside} />
    </td>
    <td className="col-span-full pt-3 text-sm text-muted lg:max-w-md lg:px-6 lg:py-5">
      <sup className="text-xs text-faint">{number}</sup> {claim.footnote}{' '}
      <span className="text-faint">Source: {claim.source}.</span>
    </td>
  </tr>
);

/** Every claim of our marketing, beside what the record says at this moment. */
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
          <th scope="col">What is known of it</th>
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
