import type { WantedEmbed } from '@quantalgo/contracts/network/post';
import { Paperclip } from 'lucide-react';
import { useJournalDays } from '../../data/journal/useJournal';
import { usePublisher } from '../../data/leaderboard/leaderboard';
import { Menu } from '../../ui/Menu';
import { rulesText } from '../leaderboard/rowText';
import { dayText } from './Embed';

/** How many days of the journal are offered. */
const DAYS = 7;

/** What a member adds to a post, and how it is called until it is posted. */
export interface ChosenEmbed {
  readonly wanted: WantedEmbed;
  readonly words: string;
}

/** What a member can add to a post of theirs: one of their published configurations, or a day of their journal. */
export function EmbedChoice({
  uid,
  onChoose,
}: {
  uid: string;
  onChoose: (chosen: ChosenEmbed) => void;
}) {
  const publications = usePublisher(uid)?.publisher?.publications ?? [];
  const days = useJournalDays(DAYS) ?? [];
  const offered: readonly (ChosenEmbed & { readonly key: string })[] = [
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
  const items = offered.map(({ key, ...chosen }) => ({
    key,
    word: chosen.words,
    onChoose: () => onChoose(chosen),
  }));
  return (
    <Menu label="Attach" items={items}>
      <Paperclip size={16} aria-hidden />
      <span>Attach</span>
    </Menu>
  );
}
