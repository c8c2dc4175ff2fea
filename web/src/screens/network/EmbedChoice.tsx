import type { EmbedReference } from '@quantalgo/contracts/network/post';
import { Paperclip } from 'lucide-react';
import { useJournalDays } from '../../data/journal/useJournal';
import { usePublisher } from '../../data/leaderboard/leaderboard';
import { Menu } from '../../ui/Menu';
import { describeRules } from '../leaderboard/rowText';
import { formatJournalDay } from './Embed';

const MAX_DAYS = 7;

/** `words` is the label shown until the embed is posted. */
export interface EmbedSelection {
  readonly wanted: EmbedReference;
  readonly words: string;
}

export function EmbedChoice({
  uid,
  onChoose,
}: {
  uid: string;
  onChoose: (choice: EmbedSelection) => void;
}) {
  const publications = usePublisher(uid)?.publisher?.publications ?? [];
  const days = useJournalDays(MAX_DAYS) ?? [];
  const options: readonly (EmbedSelection & { readonly key: string })[] = [
    ...publications.map(({ id, configuration }) => ({
      key: id,
      words: `Your configuration: ${describeRules(configuration)}`,
      wanted: { kind: 'configuration', id } as const,
    })),
    ...days.map((day) => ({
      key: day,
      words: `Your journal for ${formatJournalDay(day)}`,
      wanted: { kind: 'journal-day', day } as const,
    })),
  ];
  if (options.length === 0) return null;
  const items = options.map(({ key, ...choice }) => ({
    key,
    word: choice.words,
    onChoose: () => onChoose(choice),
  }));
  return (
    <Menu label="Attach" items={items}>
      <Paperclip size={16} aria-hidden />
      <span>Attach</span>
    </Menu>
  );
}
