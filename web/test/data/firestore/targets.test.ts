import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ListenError, listenResponseSchema } from '../../../src/data/firestore/messages';
import type { ListQuery } from '../../../src/data/firestore/query';
import { type Snapshot, Targets } from '../../../src/data/firestore/targets';
import { DOCUMENTS, encodeFields } from '../../support/aDocument';

const LIST: ListQuery = {
  collection: 'posts',
  orderBy: ['createdAt', 'oldest first'],
  limit: 100,
};

let targets: Targets;
let id: number;
let told: Snapshot[];
const onError = vi.fn();

const receive = (message: object) => targets.receive(listenResponseSchema.parse(message));

const nameOf = (key: number) => `${DOCUMENTS}/posts/${key}`;

const put = (key: number, text = '') =>
  receive({
    documentChange: {
      document: {
        name: nameOf(key),
        fields: encodeFields({ createdAt: new Date(key), text }),
      },
      targetIds: [id],
    },
  });

const remove = (key: number) =>
  receive({ documentRemove: { document: nameOf(key), removedTargetIds: [id] } });

const change = (targetChangeType: string, more: object = {}) =>
  receive({ targetChange: { targetChangeType, targetIds: [id], ...more } });

/** What the server says once all that it sent belongs together. */
const settle = () => receive({ targetChange: { readTime: '2026-11-20T12:00:00Z' } });

const idsIn = (snapshot: Snapshot | undefined, part: keyof Snapshot) =>
  snapshot?.[part].map((document) => Number(document.id));

beforeEach(() => {
  targets = new Targets();
  told = [];
  onError.mockReset();
  id = targets.add(LIST, { onSnapshot: (snapshot) => told.push(snapshot), onError });
});

describe('a listener', () => {
  it('is told once all has arrived, then only of what changed', () => {
    put(2);
    put(1);
    settle();
    expect(told).toEqual([]);
    change('CURRENT');
    expect(told).toEqual([]);
    settle();
    expect(idsIn(told[0], 'documents')).toEqual([1, 2]);
    expect(idsIn(told[0], 'changed')).toEqual([1, 2]);
    settle();
    expect(told).toHaveLength(1);
    put(1, 'edited');
    put(3);
    settle();
    expect(idsIn(told[1], 'documents')).toEqual([1, 2, 3]);
    expect(idsIn(told[1], 'changed')).toEqual([1, 3]);
  });

  it('is told that there is nothing', () => {
    change('CURRENT');
    settle();
    expect(told).toEqual([{ documents: [], changed: [] }]);
  });

  it('of a document is told when it is deleted', () => {
    put(1);
    change('CURRENT');
    settle();
    receive({ documentDelete: { document: nameOf(1), removedTargetIds: [id] } });
    settle();
    expect(idsIn(told[1], 'documents')).toEqual([]);
  });

  it('waits again when the server begins anew', () => {
    put(1);
    change('CURRENT');
    settle();
    change('RESET');
    put(2);
    settle();
    expect(told).toHaveLength(1);
    change('CURRENT');
    settle();
    expect(idsIn(told[1], 'documents')).toEqual([2]);
  });

  it('that stopped hears nothing more, and others go on', () => {
    const others: Snapshot[] = [];
    const other = targets.add(LIST, { onSnapshot: (one) => others.push(one), onError });
    expect(targets.remove(id)).toBe(true);
    expect(targets.remove(id)).toBe(false);
    receive({ targetChange: { targetChangeType: 'CURRENT', targetIds: [id, other] } });
    settle();
    expect(told).toEqual([]);
    expect(others).toHaveLength(1);
  });

  it('may stop while it is told', () => {
    const stopping = targets.add(LIST, { onSnapshot: () => targets.remove(stopping), onError });
    receive({ targetChange: { targetChangeType: 'CURRENT' } });
    settle();
    expect(told).toHaveLength(1);
    expect(targets.remove(stopping)).toBe(false);
  });

  it('that another one stops hears nothing more', () => {
    const onSnapshot = vi.fn();
    const stopping = { onSnapshot: () => targets.remove(stopped), onError };
    targets.add(LIST, stopping);
    const stopped = targets.add(LIST, { onSnapshot, onError });
    receive({ targetChange: { targetChangeType: 'CURRENT' } });
    settle();
    expect(onSnapshot).not.toHaveBeenCalled();
  });

  it('that is refused is told so, alone', () => {
    change('REMOVE', { cause: { code: 7, message: 'Missing or insufficient permissions.' } });
    expect(onError).toHaveBeenCalledExactlyOnceWith(new ListenError(7));
    expect(new ListenError(7).isDenied).toBe(true);
    change('CURRENT');
    settle();
    expect(told).toEqual([]);
  });

  it('that ended itself is told nothing of the server’s agreement', () => {
    targets.remove(id);
    change('REMOVE');
    expect(onError).not.toHaveBeenCalled();
  });

  it('ends where the server counts other documents than arrived, so that it is asked for anew', () => {
    put(1);
    receive({ filter: { targetId: id, count: 1 } });
    expect(onError).not.toHaveBeenCalled();
    receive({ filter: { targetId: id, count: 2 } });
    expect(onError).toHaveBeenCalledOnce();
    expect(new ListenError('ABORTED').isDenied).toBe(false);
  });

  it('ends where documents arrived that the server doesn’t count: JSON leaves a zero out', () => {
    put(1);
    receive({ filter: { targetId: id } });
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe('whatever order changes come in', () => {
  it('the listener ends up with what the server has, and was told of each version in between', () => {
    const step = fc.record({
      key: fc.integer({ min: 1, max: 5 }),
      kind: fc.constantFrom('put', 'remove', 'settle'),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        targets = new Targets();
        told = [];
        id = targets.add(LIST, { onSnapshot: (snapshot) => told.push(snapshot), onError });
        change('CURRENT');
        const server = new Set<number>();
        const missed = new Set<number>();
        for (const { key, kind } of steps) {
          if (kind === 'settle') {
            settle();
            const changed = idsIn(told.at(-1), 'changed') ?? [];
            for (const one of missed) if (server.has(one)) expect(changed).toContain(one);
            missed.clear();
          } else if (kind === 'put') {
            put(key);
            server.add(key);
            missed.add(key);
          } else {
            remove(key);
            server.delete(key);
          }
        }
        settle();
        const byTime = [...server].sort((one, other) => one - other);
        expect(idsIn(told.at(-1), 'documents')).toEqual(byTime);
      }),
    );
  });
});
