import { createHash } from 'node:crypto';

const STYLE = / style="([^"]*)"/g;

const unescaped = (css: string) =>
  css.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');

/**
 * Moves the style attributes of rendered markup into rules of a stylesheet, because the site's content policy refuses
 * attributes. Instruments that draw with them can so be prerendered.
 */
export function extractStyles(markup: string): { markup: string; css: string } {
  const rules = new Map<string, string>();
  const moved = markup.replace(STYLE, (_, escaped: string) => {
    const css = unescaped(escaped);
    const name = createHash('sha256').update(css).digest('hex').slice(0, 8);
    rules.set(name, `[data-drawn='${name}']{${css}}`);
    return ` data-drawn="${name}"`;
  });
  return { markup: moved, css: [...rules.values()].join('\n') };
}
