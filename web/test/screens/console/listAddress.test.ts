import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAddress, readFields } from '../../../src/screens/console/listAddress';

const TYPED = ['find', 'by'];

describe('the address of a list', () => {
  it('has what is typed behind the mark, and the rest in the query', () => {
    const fields = { page: '2', find: 'ada+1@quantalgo.test', by: null };
    expect(buildAddress(fields, TYPED)).toEqual({
      search: '?page=2',
      hash: '#find=ada%2B1%40quantalgo.test',
    });
  });

  it('is bare where there is nothing to say', () => {
    expect(buildAddress({ page: null, find: null }, TYPED)).toEqual({ search: '', hash: '' });
  });

  it('says what it was made of, and no typed text in its query', () => {
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

  it('is read from the query of an older link, and before that from behind the mark', () => {
    const older = { search: '?find=ada&page=2', hash: '#by=ama' };
    expect(Object.fromEntries(readFields(older, TYPED))).toEqual({
      find: 'ada',
      page: '2',
      by: 'ama',
    });
    expect(readFields({ search: '?find=old', hash: '#find=new' }, TYPED).get('find')).toBe('new');
  });

  it('takes nothing from behind the mark that is not typed', () => {
    expect(readFields({ search: '', hash: '#page=3' }, TYPED).get('page')).toBeNull();
  });
});
