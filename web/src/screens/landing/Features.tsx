import { formatTime, formatZonedTime } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { computeBreakEven, COIN, listMartingaleLevels } from '@quantalgo/contracts/signals/ladder';
import type { Outcome } from '@quantalgo/contracts/signals/signal';
import { LEVEL_COUNT, LEVEL_COUNT_FIRST, LOSS_TEXT } from '@quantalgo/contracts/signals/words';
import { CloudOff, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { SAMPLE_COMMITMENTS, SAMPLE_LOSSES, SAMPLE_ODDS, SAMPLE_SLOT } from '../../content/samples';
import { SampleTag } from '../../ui/Chip';
import { DirectionMark, OutcomeChip } from '../../ui/instruments/Marks';
import { ProbabilityScale } from '../../ui/instruments/ProbabilityScale';
import { Ring } from '../../ui/instruments/Ring';
import { StakeLadder } from '../../ui/instruments/StakeLadder';
import { Section } from './Frame';

const FEATURES_SECTION = {
  title: 'Built like an instrument',
  lead: 'One glance says what, which way and until when. Everything else is there to check it.',
} as const;

const FEATURES = {
  entry: {
    title: 'An entry you can still reach',
    text: 'Every signal names the minute to enter and the worst price at which it still makes sense. Late is marked as late.',
  },
  odds: {
    title: 'Odds beside a coin’s',
    text: 'Confidence is a measured probability with its interval. Beside it: what a coin would score, and from where a trade pays.',
  },
  stakes: {
    title: 'The cost of continuing',
    text: `${LEVEL_COUNT_FIRST} martingale levels, drawn as tall as their stakes. A ${LEVEL_COUNT}-level loss costs ${LOSS_TEXT} times the first stake, and the card says so.`,
  },
  seal: {
    title: 'Sealed, then revealed',
    text: 'A fingerprint of each signal enters a public ledger before the outcome. An entry that is changed afterwards no longer fits the chain, and the verifier says so.',
  },
  losses: {
    title: 'Losers stay on the page',
    text: 'Lost signals, break-evens and missed slots are part of the record. The rates are computed from all of them.',
  },
  offline: {
    title: 'Made for slow lines',
    text: 'It installs without a store, opens offline with all you ever received, and says how old it is.',
  },
} as const;

const Feature = ({
  words: { title, text },
  hidePictureOnPhone = false,
  children,
}: {
  words: { title: string; text: string };
  /** Hides the picture on phones, where six would make the page long. */
  hidePictureOnPhone?: boolean;
  children: ReactNode;
}) => (
  <li className="flex flex-col bg-ink">
    <div
      aria-hidden="true"
      className={`grid h-36 content-center bg-raised px-5 py-4 sm:h-44 lg:px-6 ${hidePictureOnPhone ? 'max-sm:hidden' : ''}`}
    >
      {children}
    </div>
    <div className="border-t border-line-soft px-5 py-4 lg:px-6 lg:pt-5 lg:pb-6">
      <h3 className="text-base">{title}</h3>
      <p className="mt-1.5 text-sm text-muted">{text}</p>
    </div>
  </li>
);

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
      <Feature words={FEATURES.odds} hidePictureOnPhone>
        <OddsPicture />
      </Feature>
      <Feature words={FEATURES.stakes}>
        <StakesPicture />
      </Feature>
      <Feature words={FEATURES.seal} hidePictureOnPhone>
        <SealPicture />
      </Feature>
      <Feature words={FEATURES.losses}>
        <LossesPicture />
      </Feature>
      <Feature words={FEATURES.offline} hidePictureOnPhone>
        <OfflinePicture />
      </Feature>
    </ul>
  </Section>
);

const LEVELS = listMartingaleLevels(SAMPLE_SLOT);

const EntryPicture = () => (
  <div className="flex flex-wrap items-center justify-between gap-4">
    <div className="grid justify-items-start gap-2">
      <span className="text-xl font-semibold tracking-tight">EUR/USD</span>
      <DirectionMark direction="CALL" />
      <span className="text-sm text-muted">
        {`Enter at ${formatZonedTime(LEVELS[0]?.entryTime ?? SAMPLE_SLOT, WAT)}`}
      </span>
    </div>
    <Ring share={0.49} tone="accent" size={104}>
      <span translate="no" className="text-lg font-semibold tabular-nums">
        2:28
      </span>
      <span className="text-xs text-muted">until entry</span>
    </Ring>
  </div>
);

const OddsPicture = () => (
  <ProbabilityScale
    label="First entry wins"
    probability={SAMPLE_ODDS}
    coin={COIN.firstEntry}
    paysFrom={computeBreakEven().firstEntry}
  />
);

const StakesPicture = () => (
  <StakeLadder
    rungs={LEVELS.map(({ level, stake, entryTime }) => ({
      level,
      stake,
      time: formatTime(entryTime, WAT),
      state: level === 0 ? 'now' : 'ahead',
    }))}
  />
);

const SealPicture = () => (
  <div className="grid gap-2 text-xs tabular-nums">
    {SAMPLE_COMMITMENTS.map(({ number, hash, says }, index) => (
      <div key={number} className="grid gap-2">
        {index > 0 && <Link2 size={14} className="ml-3 text-faint" />}
        <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-md border border-line bg-sunk px-3 py-2">
          <span className="text-faint">{`#${number}`}</span>
          <span className="font-semibold">{says}</span>
          <span className="text-muted">{hash}</span>
        </div>
      </div>
    ))}
  </div>
);

const LossRow = ({ time, pair, outcome }: { time: string; pair: string; outcome: Outcome }) => (
  <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-line-soft first:border-t-0">
    <span className="flex flex-wrap gap-x-4 text-sm">
      <span translate="no" className="text-muted tabular-nums">
        {time}
      </span>
      <span className="font-semibold">{pair}</span>
    </span>
    <OutcomeChip outcome={outcome} />
  </li>
);

const LossesPicture = () => (
  <ul>
    {SAMPLE_LOSSES.map((row) => (
      <LossRow key={row.time} {...row} />
    ))}
  </ul>
);

const OfflinePicture = () => (
  <div className="grid justify-items-start gap-3 text-sm">
    <span className="flex h-8 items-center gap-2 rounded-full border border-line px-3 text-xs">
      <CloudOff size={14} className="text-amber" />
      <span className="font-semibold">Offline</span>
      <span translate="no" className="text-muted tabular-nums">
        {`as of ${formatZonedTime(SAMPLE_SLOT, WAT)}`}
      </span>
    </span>
    <span className="text-muted">288 signals kept on this device</span>
  </div>
);
