import type { PartialFields } from '@quantalgo/contracts/journal/entry';
import { toJournalFields } from '@quantalgo/contracts/journal/write';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADevice, AServer, type Cut } from './devices';

const IDS = ['20261120T1340Z', '20261120T1345Z', '20261120T1350Z'] as const;
const PAGE = 2;

type Step =
  | {
      readonly what: 'edit';
      readonly on: number;
      readonly id: number;
      readonly field: 'note' | 'stake';
    }
  | { readonly what: 'send'; readonly on: number; readonly cut: Cut }
  | { readonly what: 'pull'; readonly on: number };

const on = fc.nat(2);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    what: fc.constant('edit' as const),
    on,
    id: fc.nat(IDS.length - 1),
    field: fc.constantFrom('note' as const, 'stake' as const),
  }),
  fc.record({
    what: fc.constant('send' as const),
    on,
    cut: fc.constantFrom<Cut>('whole', 'before', 'behind', 'worker'),
  }),
  fc.record({ what: fc.constant('pull' as const), on }),
);

/** A value that was not used before. */
const unique = (field: 'note' | 'stake', number: number): PartialFields =>
  field === 'note'
    ? { note: `note ${number}` }
    : { trades: [{ level: 0, stake: number, price: null, at: null, close: null }] };

/** An edit and the value that the member saw before it. */
interface Entered {
  readonly id: string;
  readonly value: PartialFields;
  readonly saw: PartialFields;
}

const serialize = (value: PartialFields): string => JSON.stringify([value.note, value.trades]);

function play(steps: readonly Step[]) {
  const server = new AServer();
  const devices = ['phone', 'tablet', 'desk'].map((name) => new ADevice(name, server));
  const entered: Entered[] = [];
  for (const [number, step] of steps.entries()) {
    const device = devices[step.on];
    if (!device) continue;
    if (step.what === 'send') device.send(step.cut);
    else if (step.what === 'pull') device.pull(PAGE);
    else {
      const id = IDS[step.id] ?? IDS[0];
      const value = unique(step.field, number + 1);
      entered.push({ id, value, saw: device.edit(id, value) });
      expect(device.view(id)).toMatchObject({ ...value, delivery: 'unsent' });
    }
  }
  return { server, devices, entered };
}

describe('a journal on three devices', () => {
  it('converges without losing or duplicating edits, however sends and pulls interleave', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 5, maxLength: 60 }), (steps) => {
        const { server, devices, entered } = play(steps);
        for (const device of devices) while (device.send('whole'));
        for (const device of devices) while (device.pull(PAGE));
        for (const id of new Set(entered.map((one) => one.id))) {
          const entry = server.entries.get(id);
          if (!entry) throw new Error(`${id} is lost`);
          const held = [entry, ...entry.conflicts].flatMap(({ note, trades }) => [
            ...(note === undefined || note === '' ? [] : [serialize({ note })]),
            ...(trades === undefined || trades.length === 0 ? [] : [serialize({ trades })]),
          ]);
          expect(new Set(held).size, 'doubled').toBe(held.length);
          const replaced = new Set(
            entered.filter((one) => one.id === id).map(({ saw }) => serialize(saw)),
          );
          for (const one of entered.filter(({ id: of }) => of === id))
            if (!replaced.has(serialize(one.value)))
              expect(held, 'lost').toContain(serialize(one.value));
          for (const device of devices) {
            const view = device.view(id);
            expect({ ...toJournalFields(view), conflicts: view.conflicts }).toEqual({
              ...toJournalFields(entry),
              conflicts: entry.conflicts,
            });
            expect(view.delivery).toBe('sent');
          }
        }
      }),
      { numRuns: 1000 },
    );
  }, 60_000);
});
