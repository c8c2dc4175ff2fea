import { isSlotId, pairLabel, slotStartOfId, type SystemState } from '@quantalgo/contracts';
import { DirectionMark } from '../../../ui/instruments/Marks';
import { Panel } from '../../../ui/Card';
import { Table } from './Table';
import { dayText, delayText, slotText } from './words';

/** Signals of the last slots. */
export const Publications = ({
  publications,
  now,
}: Pick<SystemState, 'publications'> & { now: number }) => (
  <Panel title="Last publications">
    <Table
      label="Last publications"
      heads={['Slot', 'Pair', 'Direction', 'Committed after']}
      none="Nothing was published yet."
      rows={publications.map(({ slot, pair, direction, at }) => ({
        key: slot,
        cells: [
          slotText(slot, now),
          pairLabel(pair),
          <DirectionMark key="direction" direction={direction} size="small" />,
          isSlotId(slot) ? delayText(Date.parse(at) - slotStartOfId(slot)) : '–',
        ],
      }))}
    />
  </Panel>
);

/** Slots without a signal, with the reason. */
export const Misses = ({ misses, now }: Pick<SystemState, 'misses'> & { now: number }) => (
  <Panel title="Last misses">
    <Table
      label="Last misses"
      heads={['Slot', 'Reason']}
      none="No slot was missed."
      prose
      rows={misses.map(({ slot, reason }) => ({ key: slot, cells: [slotText(slot, now), reason] }))}
    />
  </Panel>
);

/** How long it took, day by day. */
export const Delays = ({ delays, pushDelays }: Pick<SystemState, 'delays' | 'pushDelays'>) => {
  const days = [...new Set([...delays, ...pushDelays].map(({ day }) => day))].sort().reverse();
  return (
    <Panel title="Delays by UTC day">
      <Table
        label="Delays by UTC day"
        heads={['Day', 'Published', 'Commit p95', 'Pushes shown', 'Shown p95']}
        none="Nothing was measured yet."
        rows={days.map((day) => {
          const committed = delays.find((one) => one.day === day);
          const pushed = pushDelays.find((one) => one.day === day);
          return {
            key: day,
            cells: [
              dayText(day),
              committed?.published ?? 0,
              delayText(committed?.p95Ms ?? null),
              pushed?.shown ?? 0,
              delayText(pushed?.p95Ms ?? null),
            ],
          };
        })}
      />
    </Panel>
  );
};
