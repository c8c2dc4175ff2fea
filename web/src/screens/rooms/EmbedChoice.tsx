import type { WantedEmbed } from '@quantalgo/contracts';
import { useJournalDays } from '../../data/journal/useJournal';
import { usePublisher } from '../../data/paper/leaderboard';
import { rulesText } from '../../ui/paper/rowText';
import { Select } from '../../ui/Select';
import { dayText } from './Embed';

const NOTHING = 'nothing';

/** How many days of the journal are offered. */
const DAYS = 7;

/** What a member can add to a post of theirs: one of their published configurations, or a day of their journal. */
export function EmbedChoice({
  uid,
  value,
  onChoose,
}: {
  uid: string;
  value: WantedEmbed | undefined;
  onChoose: (wanted: WantedEmbed | undefined) => void;
}) {
  const publications = usePublisher(uid)?.publications ?? [];
  const days = useJournalDays(DAYS) ?? [];
  const offered = [
    ...publications.map(({ id, configuration }) => ({
      key: id,
      words: `Your configuration: ${rulesText(configuration)}`,
      wanted: { kind: 'configuration', id } as const,
    })),
    ...days.map((day) => ({
      key: day,
      words: `Your journal of ${dayText(day)}`,
      wanted: { kind: 'journal-day', day } as const,
    })),
  ];
  if (offered.length === 0) return null;
  const chosen = value && (value.kind === 'configuration' ? value.id : value.day);
  return (
    <Select
      label="Add to it"
      name="embed"
      placeholder="Nothing"
      options={[NOTHING, ...offered.map(({ key }) => key)]}
      words={{
        [NOTHING]: 'Nothing',
        ...Object.fromEntries(offered.map(({ key, words }) => [key, words])),
      }}
      value={chosen ?? NOTHING}
      onChange={({ target }) => onChoose(offered.find(({ key }) => key === target.value)?.wanted)}
    />
  );
}
