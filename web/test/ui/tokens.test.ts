import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COLOR_SHARES } from '../../src/screens/journal/HeatMap';

const css = readFileSync(join(import.meta.dirname, '../../src/ui/tokens.css'), 'utf8');

/** Value of a token in a theme, `#rrggbb`. */
function colour(token: string, theme: 'light' | 'dark'): string {
  const value = new RegExp(`--${token}: (.+);`).exec(css)?.[1] ?? '';
  const [light, dark = light] = value.match(/#[0-9a-f]{6}/g) ?? [];
  const hex = theme === 'light' ? light : dark;
  if (!hex) throw new Error(`tokens.css holds no colour --${token}`);
  return hex;
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

/** Mixes two colours in OKLab (B. Ottosson, 2020), as `color-mix` does; `share` (0–1) is the first one's. */
function mixColors(one: string, other: string, share: number): string {
  const [first, second] = [okLab(one), okLab(other)];
  const [l = 0, a = 0, b = 0] = first.map(
    (part, at) => part * share + (second[at] ?? 0) * (1 - share),
  );
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
  const hex = linear.map((part) => {
    const light = Math.min(1, Math.max(0, part));
    const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${hex.join('')}`;
}

function okLab(hex: string): number[] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
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

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  it.each(TEXT_PAIRS)('has readable contrast of --%s on --%s', (text, surface) => {
    expect(contrast(colour(text, theme), colour(surface, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['call', 'put'])(
    'has readable contrast on the journal calendar’s strongest --%s',
    (tone) => {
      const cell = mixColors(colour(tone, theme), colour('raised', theme), COLOR_SHARES.most / 100);
      expect(contrast(colour('text', theme), cell)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(EDGE_PAIRS)('has visible contrast of control edges in --%s on --%s', (edge, surface) => {
    expect(contrast(colour(edge, theme), colour(surface, theme))).toBeGreaterThanOrEqual(3);
  });
});
