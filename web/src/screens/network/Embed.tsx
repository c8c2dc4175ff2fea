import { formatDate, formatMoney } from '@quantalgo/contracts/core/format';
import { parseSlotId } from '@quantalgo/contracts/core/slots';
import { UTC } from '@quantalgo/contracts/core/time';
import { leaderboardRowSchema } from '@quantalgo/contracts/leaderboard/leaderboard';
import type { PostedEmbed } from '@quantalgo/contracts/network/post';
import { Chip } from '../../ui/Chip';
import { toRowTexts, describeRules } from '../leaderboard/rowText';
import { CheckButton } from '../leaderboard/CheckButton';

type EmbedProps<Kind extends PostedEmbed['kind']> = Extract<PostedEmbed, { kind: Kind }>;

/** `day` as `20261120`. */
export const formatJournalDay = (day: string): string =>
  formatDate(parseSlotId(`${day}T0000Z`), UTC);

function Configuration({ row: stored, tried }: EmbedProps<'configuration'>) {
  const row = leaderboardRowSchema.safeParse(stored).data;
  if (!row) return <p className="text-sm text-muted">Update the app to see this configuration.</p>;
  const { figures, ...texts } = toRowTexts(row, tried);
  const facts = [
    ['Profit', texts.profit, texts.profitRange],
    ['Trades', texts.trades, ''],
    ['Win rate', texts.winRate, texts.winRange],
  ] as const;
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-sunk p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold break-words">{row.name}</span>
        <Chip>{row.withdrawnAt === null ? 'Running' : 'Withdrawn'}</Chip>
        <span className="text-xs text-muted">on paper, from the record</span>
      </p>
      <p className="text-xs text-pretty text-muted">{describeRules(row.configuration)}</p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
        {facts.map(([label, value, range]) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd translate="no" className="font-semibold">
              {value}
            </dd>
            {figures.trades > 0 && range !== '' && (
              <dd translate="no" className="text-xs text-faint">
                {range}
              </dd>
            )}
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap">
        <CheckButton row={row} />
      </div>
    </div>
  );
}

function JournalDay({ day, taken, paper, skipped, staked }: EmbedProps<'journal-day'>) {
  const counts = [
    `${taken} taken`,
    `${paper} on paper`,
    `${skipped} skipped`,
    ...(staked > 0 ? [`${formatMoney(staked / 100)} staked`] : []),
  ];
  return (
    <div className="grid gap-1 rounded-lg border border-line bg-sunk p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{`Journal for ${formatJournalDay(day)}`}</span>
        <Chip tone="warning">Entered by the member</Chip>
      </p>
      <p className="text-muted tabular-nums">{counts.join(' · ')}</p>
    </div>
  );
}

export const Embed = ({ embed }: { embed: PostedEmbed }) =>
  embed.kind === 'configuration' ? <Configuration {...embed} /> : <JournalDay {...embed} />;
