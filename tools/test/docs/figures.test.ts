import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TIER_DEPOSITS } from '@quantalgo/contracts/access/access';
import { COIN, LADDER_LOSS } from '@quantalgo/contracts/signals/ladder';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';
import { inRoot } from '../../src/system/root';

const SOURCES = ['web/src', 'web/build', 'functions/src', 'tools/src/backtest'];

/** To one decimal and to two, as one might write them; whole and small ones say nothing of the ladder. */
const written = (figure: number): string[] => [figure.toFixed(1), figure.toFixed(2)];

const FIGURES = [LADDER_LOSS, LADDER_RULES.stakes.at(-1) ?? 1, COIN.withinLadder].flatMap(written);

const COUNT = '(?:two|three|four|five|six|seven|eight|[2-8])';

/** The figures themselves, a number of levels, and how often a coin loses them all. */
const SPELLED_OUT = new RegExp(
  [
    ...FIGURES.map((figure) => `(?<![\\d.])${figure.replace('.', '\\.')}(?!\\d)`),
    `(?<![-\\w])${COUNT}[- ](?:lost |martingale )?levels?\\b(?! of risk)`,
    `\\ball ${COUNT} are lost\\b`,
    String.raw`\bonce in (?:sixteen|\d+)\b`,
  ].join('|'),
  'i',
);

const { starter, essential } = TIER_DEPOSITS;

/** A tier's deposit within a text; an amount on its own is another one, as of a sample trade. */
const DEPOSIT = new RegExp(
  `^(?!\\$\\d+$)[^]*\\$(?:${starter}|${essential - 1}|${essential})(?![\\d.,]*\\d)`,
);

/** Texts of a source in which a figure of the ladder, or such a figure, is written out. */
function spelledOut(file: string, figure = SPELLED_OUT): string[] {
  const found: string[] = [];
  const look = (text: unknown) => {
    if (typeof text === 'string' && figure.test(text)) found.push(`${file}: ${text.trim()}`);
  };
  new Visitor({
    Literal: ({ value }) => look(value),
    JSXText: ({ value }) => look(value),
    TemplateElement: ({ value }) => look(value.cooked),
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(inRoot(folder), path));

it.each(SOURCES)('%s computes the ladder’s figures instead of spelling them out', (folder) => {
  const files = sourcesIn(folder);
  expect(files.length).toBeGreaterThan(3);
  expect(files.flatMap((file) => spelledOut(file))).toEqual([]);
});

it.each(SOURCES)('%s spells out no tier’s deposit', (folder) => {
  expect(sourcesIn(folder).flatMap((file) => spelledOut(file, DEPOSIT))).toEqual([]);
});

it.each(['Four lost levels cost it', 'costs 18.7 times', 'wins 93.75%', 'within 4 levels'])(
  'detects “%s”',
  (text) => expect(SPELLED_OUT.test(text)).toBe(true),
);

it.each(['within-levels', 'level 4', '118.7', 'three steps'])('ignores “%s”', (text) =>
  expect(SPELLED_OUT.test(text)).toBe(false),
);
