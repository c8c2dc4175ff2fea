import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../src/ui/tokens.css'), 'utf8');

/** Value of a token in a theme, `#rrggbb`. */
function colour(token: string, theme: 'light' | 'dark'): string {
  const value = new RegExp(`--${token}: (.+);`).exec(css)?.[1] ?? '';
  const [light, dark = light] = value.match(/#[0-9a-f]{6}/g) ?? [];
  const found = theme === 'light' ? light : dark;
  if (!found) throw new Error(`tokens.css holds no colour --${token}`);
  return found;
}

/** Relative luminance of `#rrggbb`, WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const SURFACES = ['ink', 'raised', 'sunk'];
const TEXTS = ['text', 'muted', 'faint', 'accent', 'call', 'put', 'amber', 'flat'];
const TEXT_PAIRS = [
  ...TEXTS.flatMap((text) => SURFACES.map((surface) => [text, surface] as const)),
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ['text', 'line'],
  ...['call', 'put', 'amber'].flatMap((tone) => [
    [tone, `${tone}-bg`] as const,
    ['text', `${tone}-bg`] as const,
  ]),
] as const;
const EDGE_PAIRS = ['edge', 'accent'].flatMap((edge) => SURFACES.map((at) => [edge, at] as const));

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(TEXT_PAIRS)('lets --%s be read on --%s', (text, surface) => {
    expect(contrast(colour(text, theme), colour(surface, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(EDGE_PAIRS)('lets a control be found by --%s on --%s', (edge, surface) => {
    expect(contrast(colour(edge, theme), colour(surface, theme))).toBeGreaterThanOrEqual(3);
  });
});
