import { formatShortDecimal } from '@quantalgo/contracts/core/format';
import { computeBreakEven, COIN } from '@quantalgo/contracts/signals/ladder';
import { STATED_PAYOUT } from '@quantalgo/contracts/signals/payout';
import {
  SIGNALS_PER_COIN_LOSS_TEXT,
  COIN_WINS_TEXT,
  LEVEL_COUNT,
  CAPITALIZED_LEVEL_COUNT,
  LOSS_TEXT,
} from '@quantalgo/contracts/signals/words';
import type { ReactNode } from 'react';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { BRAND } from '../../core/brand';
import { CHANNELS, CONTACTS } from '../../content/contacts';
import { Button } from '../../ui/Button';
import { CONTROL_CLASS } from '../../ui/Field';
import { ExternalLink } from '../../ui/Links';
import { SiteFooter, SiteHeader, SkipLink, Width } from '../landing/Frame';
import { liveAttribute } from '../landing/live/elements';
import { formatRecord, type LastRecord, BREAK_EVEN_TEXT } from '../landing/live/recordText';

export interface LegalText {
  readonly title: string;
  /** For search engines and link previews. */
  readonly description: string;
  /** Date of the last change: `20 November 2026`. */
  readonly updated: string;
  readonly intro: string;
  readonly sections: readonly {
    readonly heading: string;
    readonly paragraphs: readonly string[];
    readonly points?: readonly string[];
  }[];
}

export const TERMS: LegalText = {
  title: 'Terms of use',
  description: `What ${BRAND.name} offers, what it asks of you, and what it does not promise.`,
  updated: '20 November 2026',
  intro: `These terms apply when you use ${BRAND.name}: this site, the installed app and our channels. They are short so that you’ll read them.`,
  sections: [
    {
      heading: 'What you get',
      paragraphs: [
        'Signals and their record, free of charge. A signal states the pair, the direction, when to enter, the worst price to accept, and how likely it is to win by our measurements. We may miss slots; missed slots are recorded.',
        'What you can use depends on the account that you fund with the partner broker. We check the proof that you send, and may ask for another or refuse one that we can’t verify.',
      ],
    },
    {
      heading: 'What it is not',
      paragraphs: [
        'Signals are information. They are not personal advice, not a recommendation that fits your means, and not management of your money. We don’t trade for you and never hold your funds.',
        'We promise no result. Figures that we show are computed from the record; marketing claims are marked as such.',
      ],
    },
    {
      heading: 'What we ask of you',
      paragraphs: [],
      points: [
        'You are of age, and the law where you live lets you trade what the broker offers.',
        'The name, the email address and the proof that you send are your own.',
        'You keep your password to yourself and use one account.',
        'You don’t resell or republish live signals, and don’t try to break the service or read what is not yours.',
      ],
    },
    {
      heading: 'The broker',
      paragraphs: [
        `${BRAND.broker.name} is a separate company. Your trading contract is with it, and its bonus offers and their conditions are its own. We are paid by this broker when you sign up. Our link tells it your admission code, and it tells us when the account is opened, funded or emptied.`,
      ],
    },
    {
      heading: 'Closing or locking an account',
      paragraphs: [
        'You may delete your account at any time. We may lock an account that breaks these terms or whose proof turns out to be false. If we do, the app tells you.',
      ],
    },
    {
      heading: 'Liability',
      paragraphs: [
        'You decide on every trade and bear its result. As far as the law allows, we are not liable for losses from trading, from missed or late signals, or from an outage.',
      ],
    },
    {
      heading: 'Changes',
      paragraphs: [
        'When these terms change, the date below changes too, and members are told before a change affects them.',
      ],
    },
  ],
};

const breakEvenRates = computeBreakEven();

const RISK: LegalText = {
  title: 'Risk',
  description: 'What digital options, a martingale and signals can cost you, in figures.',
  updated: '30 November 2026',
  intro: 'Most retail traders lose money. Read this before you fund an account.',
  sections: [
    {
      heading: 'A win pays less than a loss costs',
      paragraphs: [
        `A lost trade costs the whole stake; a won one earns part of it, for example ${100 * STATED_PAYOUT}%. At that payout you have to win ${formatShortDecimal(breakEvenRates.firstEntry)}% of single trades to break even. A coin wins ${COIN.firstEntry}%.`,
        'The broker sets the payout and the price that your trade is judged on. Both can differ from ours.',
      ],
    },
    {
      heading: 'A martingale hides its risk',
      paragraphs: [
        `Staking more after each loss makes winning likely and losing expensive. ${CAPITALIZED_LEVEL_COUNT} levels win ${COIN_WINS_TEXT}% of the time with a coin, and still need ${formatShortDecimal(breakEvenRates.withinLadder)}% to pay at the payout above.`,
        `When all ${LEVEL_COUNT} are lost, you have lost ${LOSS_TEXT} times your first stake. That is not rare: with a coin it happens once in ${SIGNALS_PER_COIN_LOSS_TEXT} signals.`,
      ],
    },
    {
      heading: 'Probabilities are measured on the past',
      paragraphs: [
        'Our confidence is how often similar signals won in the past, with the range that chance allows. Markets change; the next month may be worse than any before.',
        'In tests on prices of 2019 and of April to June 2026, 52 of 100 first entries that moved won. None of the signals was expected to pay at a payout of 80, 85 or 92%.',
      ],
    },
    {
      heading: 'Things go wrong',
      paragraphs: [
        'A signal may come late or not at all, your connection may drop, or a price may move past the worst price before you enter. Then don’t trade. A signal that can’t be entered any more says so.',
      ],
    },
    {
      heading: 'If you trade anyway',
      paragraphs: [],
      points: [
        'Never use money that you need: rent, school fees, loans.',
        'Never risk more than 2 percent of your balance on one signal, including all its levels.',
        'Before the first level, decide where you’ll stop, and stop there.',
        'If trading stops being a decision and becomes an urge, speak to someone. Your broker can close your account if you ask it to.',
      ],
    },
  ],
};

const NEED = `At an ${100 * STATED_PAYOUT}% payout, you need ${BREAK_EVEN_TEXT} of 100 first entries to be right.`;

/** Uses the record known to the build, because the page has no script. */
function describeLastRecord(last: LastRecord | null): string[] {
  if (!last)
    return [`${NEED} Our record is on the home page. Until it shows more, use signals on paper.`];
  const words = formatRecord(last);
  const { demonstration } = last.record.performance;
  return [
    words['record-verdict'],
    `${demonstration ? 'Demonstration: ' : ''}${words['record-note']}. Newer figures are on the home page.`,
  ];
}

export const buildRisk = (last: LastRecord | null): LegalText => ({
  ...RISK,
  sections: [
    { heading: 'What our signals have done', paragraphs: describeLastRecord(last) },
    ...RISK.sections,
  ],
});

export const LegalPage = ({
  text: { title, intro, updated, sections },
  children,
}: {
  text: LegalText;
  children?: ReactNode;
}) => (
  <TextPage title={title} intro={intro}>
    {sections.map(({ heading, paragraphs, points = [] }) => (
      <section key={heading} className="mt-10">
        <h2 className="text-lg">{heading}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="mt-3 wrap-anywhere text-muted">
            {paragraph}
          </p>
        ))}
        <Points points={points} />
      </section>
    ))}
    {children}
    <p className="mt-12 text-sm text-faint">{`Last changed on ${updated}.`}</p>
  </TextPage>
);

const Channels = () => (
  <div className="mt-10 grid gap-3">
    {BRAND.isDemonstration && (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <DemonstrationTag /> These channels and links are placeholders.
      </p>
    )}
    <ul className="divide-y divide-line-soft rounded-lg border border-line bg-raised">
      {CHANNELS.map(({ name, purpose, url, handle }) => (
        <li
          key={url}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 p-4 lg:px-5"
        >
          <div className="min-w-0">
            <h2 className="text-base">{name}</h2>
            <p className="text-sm text-muted">{purpose}</p>
          </div>
          <ExternalLink
            href={url}
            className="inline-flex min-h-11 max-w-full items-center font-semibold wrap-anywhere underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {handle}
          </ExternalLink>
        </li>
      ))}
    </ul>
  </div>
);

export const ContactsPage = () => (
  <TextPage title={CONTACTS.title} intro={CONTACTS.intro}>
    <Channels />
    <HandleCheck />
    <section className="mt-10">
      <h2 className="text-lg">{CONTACTS.rules.title}</h2>
      <Points points={CONTACTS.rules.points} />
    </section>
  </TextPage>
);

const { check } = CONTACTS;

/** Hidden until the page's script reveals it, because it works only with scripts. */
const HandleCheck = () => (
  <form
    {...liveAttribute('handle-form')}
    hidden
    noValidate
    className="mt-6 rounded-lg border border-line bg-sunk p-4 lg:p-5"
  >
    <h2 className="flex flex-wrap items-center gap-3 text-base">
      <span>{check.title}</span>
      <DemonstrationTag />
    </h2>
    <label htmlFor="handle" className="mt-3 block text-sm font-semibold">
      {check.label}
    </label>
    <div className="mt-2 flex flex-wrap gap-3">
      <input
        id="handle"
        name="handle"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby="handle-help handle-verdict"
        className={`${CONTROL_CLASS} min-w-0 flex-1 basis-56`}
      />
      <Button type="submit" className="max-sm:w-full">
        {check.action}
      </Button>
    </div>
    <p id="handle-help" className="mt-2 text-sm text-muted">
      {check.help}
    </p>
    <p
      id="handle-verdict"
      role="status"
      {...liveAttribute('handle-verdict')}
      className="mt-2 text-sm font-semibold empty:hidden data-[official=false]:text-put data-[official=true]:text-call"
    />
  </form>
);

export const TextPage = ({
  title,
  intro,
  children,
}: {
  title: string;
  intro: string;
  children: ReactNode;
}) => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <SiteHeader />
    <main id="main" tabIndex={-1} className="flex-1">
      <Width className="pt-8 pb-20 lg:pt-14">
        <div className="max-w-2xl">
          <h1 className="text-2xl tracking-[-0.03em]">{title}</h1>
          <p className="mt-4 text-base text-muted lg:text-lg">{intro}</p>
          {children}
        </div>
      </Width>
    </main>
    <SiteFooter />
  </div>
);

const Points = ({ points }: { points: readonly string[] }) =>
  points.length > 0 && (
    <ul className="mt-3 grid list-disc gap-2 pl-5 text-muted marker:text-faint">
      {points.map((point) => (
        <li key={point} className="pl-1">
          {point}
        </li>
      ))}
    </ul>
  );
