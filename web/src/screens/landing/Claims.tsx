import { COIN } from '@quantalgo/contracts/signals/ladder';
import { COIN_WINS_TEXT, LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import { type Claim, type ClaimDetail, CLAIMS, CLAIMS_TEXT } from '../../content/claims';
import { PLAIN_LINK } from './links';
import { liveAttribute } from './live/elements';
import { formatRecord, type LastRecord } from './live/recordText';

const FIGURES = {
  'within-four-levels': { label: `won within ${LEVEL_COUNT} levels`, coin: COIN_WINS_TEXT },
  'first-entry-rate': { label: 'won at the first entry', coin: String(COIN.firstEntry) },
} as const;

const VALUE_CLASS = 'block text-lg font-semibold tracking-tight tabular-nums';

type Words = ReturnType<typeof formatRecord>;

function Measurement({ detail, words }: { detail: ClaimDetail; words: Words }) {
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
        {words[detail.figure]}
      </span>
      <span className="block text-xs text-muted">{label}</span>
      <span className="block text-xs text-faint">{`a coin wins ${coin}`}</span>
    </>
  );
}

const Row = ({ claim, words }: { claim: Claim; words: Words }) => (
  <tr className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-x-4 border-t border-line-soft px-4 py-4 align-top first:border-t-0">
    <th scope="row" className="text-left font-normal">
      <span className={VALUE_CLASS}>{`“${claim.text}”`}</span>
      <span className="block text-xs text-muted">{claim.about}</span>
    </th>
    <td>
      <Measurement detail={claim.detail} words={words} />
    </td>
    <td className="col-span-full pt-3 text-sm text-muted">
      <span>{claim.footnote}</span> <span className="text-faint">{`Source: ${claim.source}.`}</span>
    </td>
  </tr>
);

/**
 * Collapsed, because most visitors scroll past it. The page's script keeps its figures up to date.
 */
export function Claims({ record }: { record: LastRecord | null }) {
  const words = formatRecord(record);
  return (
    <details id="claims" className="group scroll-mt-16">
      <summary
        className={`${PLAIN_LINK} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}
      >
        {CLAIMS_TEXT.summary}
      </summary>
      <table className="mt-3 block rounded-lg border border-line bg-raised">
        <thead className="sr-only">
          <tr>
            <th scope="col">Claim</th>
            <th scope="col">Measured now</th>
            <th scope="col">What we know about it</th>
          </tr>
        </thead>
        <tbody className="block">
          {CLAIMS.map((claim) => (
            <Row key={claim.text} claim={claim} words={words} />
          ))}
        </tbody>
      </table>
    </details>
  );
}
