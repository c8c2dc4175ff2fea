import { describe, expect, it } from 'vitest';
import { parseTags } from '../../../src/data/journal/tags';

describe('parseTags', () => {
  it.each([
    [' calm, #news,, calm ', ['calm', 'news']],
    ['calm; news', ['calm', 'news']],
    ['calm، news؛ london\nnight', ['calm', 'news', 'london', 'night']],
    ['# news', ['news']],
    ['#revenge #late', ['revenge', 'late']],
    ['calm，news、late entry', ['calm', 'news', 'late entry']],
    [' , ', []],
  ])('reads %j', (text, tags) => {
    expect(parseTags(text)).toEqual(tags);
  });
});
