import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAddress, readFields } from '../../../src/screens/console/listAddress';

const TYPED = ['find', 'by'];

describe('list address', () => {
  it('puts typed fields in the fragment and the rest in the query', () => {
    const fields = { page: '2', find: 'ada+1@quantalgo.test', by: null };
    expect(buildAddress(fields, TYPED)).toEqual({
      search: '?page=2',
      hash: '#find=ada%2B1%40quantalgo.test',
    });
  });

  it('is empty without fields', () => {
    expect(buildAddress({ page: null, find: null }, TYPED)).toEqual({ search: '', hash: '' });
  });

  it('round-trips its fields and keeps typed text out of the query', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, text, (page, find, by) => {
        const fields = { page, find, by };
        const made = buildAddress(fields, TYPED);
        expect(Object.fromEntries(readFields(made, TYPED))).toEqual(fields);
        expect([...new URLSearchParams(made.search).keys()]).toEqual(['page']);
      }),
    );
  });

  it('ignores typed fields in the query', () => {
    const address = { search: '?find=ada&page=2', hash: '#by=ama' };
    expect(Object.fromEntries(readFields(address, TYPED))).toEqual({ page: '2', by: 'ama' });
  });

  it('ignores fields in the fragment that are not typed', () => {
    expect(readFields({ search: '', hash: '#page=3' }, TYPED).get('page')).toBeNull();
  });
});
