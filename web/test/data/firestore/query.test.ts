import { describe, expect, it } from 'vitest';
import { type ListQuery, listed, targetOf } from '../../../src/data/firestore/query';
import { aDocument, DOCUMENTS } from '../../support/aDocument';

const NEWEST: ListQuery = {
  collection: 'posts',
  orderBy: ['createdAt', 'newest first'],
  limit: 2,
};

const post = (id: string, at: number) => aDocument(`posts/${id}`, { createdAt: new Date(at) });

describe('what the server is asked for', () => {
  it('is a document by its name', () => {
    expect(targetOf({ path: 'users/ada' }, DOCUMENTS)).toEqual({
      documents: { documents: [`${DOCUMENTS}/users/ada`] },
    });
  });

  it('is a list, in an order that tells documents of one time apart', () => {
    const direction = 'DESCENDING';
    expect(targetOf(NEWEST, DOCUMENTS)).toEqual({
      query: {
        parent: DOCUMENTS,
        structuredQuery: {
          from: [{ collectionId: 'posts' }],
          orderBy: [
            { field: { fieldPath: 'createdAt' }, direction },
            { field: { fieldPath: '__name__' }, direction },
          ],
          limit: 2,
        },
      },
    });
  });

  it('meets all conditions', () => {
    const where = [
      { field: 'uid', equals: 'ada' },
      { field: 'createdAt', from: 0 },
      { field: 'createdAt', before: 1 },
    ];
    expect(targetOf({ ...NEWEST, where }, DOCUMENTS)).toMatchObject({
      query: {
        structuredQuery: {
          where: {
            compositeFilter: {
              op: 'AND',
              filters: [
                { fieldFilter: { op: 'EQUAL', value: { stringValue: 'ada' } } },
                {
                  fieldFilter: {
                    op: 'GREATER_THAN_OR_EQUAL',
                    value: { timestampValue: '1970-01-01T00:00:00.000Z' },
                  },
                },
                {
                  fieldFilter: {
                    op: 'LESS_THAN',
                    value: { timestampValue: '1970-01-01T00:00:00.001Z' },
                  },
                },
              ],
            },
          },
        },
      },
    });
  });

  it('goes on behind a document by its exact time, as it was sent', () => {
    const timestampValue = '2026-11-20T12:00:00.123456789Z';
    const behind = { ...post('first', 0), fields: { createdAt: { timestampValue } } };
    expect(targetOf({ ...NEWEST, behind }, DOCUMENTS)).toMatchObject({
      query: {
        structuredQuery: {
          startAt: {
            values: [{ timestampValue }, { referenceValue: `${DOCUMENTS}/posts/first` }],
            before: false,
          },
        },
      },
    });
  });
});

describe('a list', () => {
  const [one, two, three] = [post('a', 1000), post('b', 2000), post('c', 2000)];

  it('is in the query’s order, and no longer than it asks for', () => {
    expect(listed(NEWEST, [one, two, three])).toEqual([three, two]);
    const oldest = { ...NEWEST, orderBy: ['createdAt', 'oldest first'], limit: 3 } as const;
    expect(listed(oldest, [three, two, one])).toEqual([one, two, three]);
  });
});
