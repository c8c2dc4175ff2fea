import { describe, expect, it } from 'vitest';
import { extractStyles } from '../../../build/prerender';

describe('extractStyles', () => {
  it('moves style attributes into rules, merging equal ones', () => {
    const { markup, css } = extractStyles(
      '<i style="left:12%"></i><b class="x" style="left:12%"></b><u style="height:4px"></u>',
    );
    expect(markup).not.toContain('style=');
    const [left, again, height] = [...markup.matchAll(/data-drawn="(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(left).toBe(again);
    expect(css).toBe(`[data-drawn='${left}']{left:12%}\n[data-drawn='${height}']{height:4px}`);
  });

  it('unescapes values', () => {
    expect(extractStyles('<i style="content:&quot;a&amp;b&quot;"></i>').css).toContain(
      '{content:"a&b"}',
    );
  });

  it('returns markup without styles unchanged', () => {
    expect(extractStyles('<p class="a">b</p>')).toEqual({ markup: '<p class="a">b</p>', css: '' });
  });
});
