import { formatShortDecimal } from '@quantalgo/contracts/core/format';
import type { JournalTrade, PartialFields } from '@quantalgo/contracts/journal/entry';
import type { JournalView } from '../../data/journal/entries';
import { writeEntry } from '../../data/journal/write';
import { useItemActions } from '../../data/outbox/useAction';
import { Button } from '../../ui/Button';
import { formatStake, STATUS_TEXT } from '../../ui/journalText';
import { Notice } from '../../ui/Notice';
import { RefusedNotice } from '../../ui/RefusedNotice';

const describeTrade = (trade: JournalTrade): string =>
  [
    formatStake(trade),
    ...(trade.price === null ? [] : [`entry price ${trade.price}`]),
    ...(trade.close === null ? [] : [`closing price ${trade.close}`]),
  ].join(', ');

export function describeConflict(fields: PartialFields): string {
  const { status, trades, broker, payout, note, tags, picture } = fields;
  if (status !== undefined) return status === null ? 'cleared' : STATUS_TEXT[status];
  if (trades !== undefined) return trades.map(describeTrade).join(' · ');
  if (note !== undefined) return `“${note}”`;
  if (tags !== undefined) return tags.map((tag) => `#${tag}`).join(' ');
  if (picture !== undefined) return picture === null ? 'no picture' : 'a different picture';
  if (payout !== undefined) return `a payout of ${formatShortDecimal(100 * (payout ?? 0), 2)}%`;
  return broker ?? fields.pair ?? fields.direction ?? 'cleared';
}

export type RunAction = (action: (uid: string) => Promise<void>) => void;

/**
 * Shows values written on another device at the same time until the member uses or dismisses them.
 */
export const ConflictingValues = ({
  view,
  onAction,
  onUse,
}: {
  view: JournalView;
  onAction: RunAction;
  onUse: (value: PartialFields) => void;
}) => (
  <>
    {view.conflicts.map((value) => (
      <Notice
        key={JSON.stringify(value)}
        tone="warning"
        actions={
          <>
            <Button
              size="small"
              variant="quiet"
              onClick={() => onAction((uid) => writeEntry(uid, view, {}, [value]))}
            >
              Dismiss
            </Button>
            <Button
              size="small"
              onClick={() =>
                onAction(async (uid) => {
                  await writeEntry(uid, view, value);
                  onUse(value);
                })
              }
            >
              Use this value
            </Button>
          </>
        }
      >
        {`Saved on another device: ${describeConflict(value)}`}
      </Notice>
    ))}
  </>
);

export function RefusedWrites({ view }: { view: JournalView }) {
  const getActions = useItemActions();
  return view.refused.map((item) => (
    <RefusedNotice key={item.id} reason={item.reason} {...getActions(item)} />
  ));
}
