import { type Argument, type Expression, parseSync, type Span, Visitor } from 'oxc-parser';

/** The only file that may convert typed or imported text into numbers. */
const NUMBER_READER_FILE = 'contracts/src/core/money.ts';

const PRODUCT_PATH = /^(?:contracts|functions|web)\/src\//;

const FORM_PATH = /^web\/src\/(?:screens|ui|data\/account)\//;

const SAMPLES_WITH_COMMA = ['1,250', '99,50', '1,250.50', '1.250,50', '$1,250'];

const SAMPLES_WITH_OTHER_MARKS = ['1 250', "1'250", '$5', '5%', '5%', '1_250'];

const PLAIN_NUMBER = /^\d+(?:\.\d+)?$/;

/** A replacement that changes this text cleans names or ids rather than numbers. */
const SAMPLE_NAME = 'a_b';

type Replace = (text: string) => string;

const toDigits = (text: string): string => text.replace(/\D/g, '');

const makesNumber = (replace: Replace, samples: readonly string[]): boolean =>
  samples.some((text) => {
    const result = replace(text);
    return result !== text && PLAIN_NUMBER.test(result) && toDigits(result) === toDigits(text);
  });

function toPattern(node: Argument | undefined): string | RegExp | undefined {
  if (node?.type !== 'Literal') return undefined;
  if ('regex' in node) return new RegExp(node.regex.pattern, node.regex.flags);
  return typeof node.value === 'string' ? node.value : undefined;
}

const toFiller = (node: Argument | undefined): string | undefined =>
  node?.type === 'Literal' && (node.value === '' || node.value === '.') ? node.value : undefined;

function toMethodCall(node: Expression | Argument) {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property } = node.callee;
  if (property.type !== 'Identifier') return undefined;
  return { object, name: property.name, arguments: node.arguments };
}

function toReplace(node: Expression): Replace | undefined {
  const outer = toMethodCall(node);
  if (!outer) return undefined;
  const split = outer.name === 'join' ? toMethodCall(outer.object) : undefined;
  const [first, second] =
    split?.name === 'split' ? [split.arguments[0], outer.arguments[0]] : outer.arguments;
  const [pattern, filler] = [toPattern(first), toFiller(second)];
  if (pattern === undefined || filler === undefined) return undefined;
  if (outer.name === 'replace') return (text) => text.replace(pattern, filler);
  return outer.name === 'replaceAll' || split
    ? (text) => text.split(pattern).join(filler)
    : undefined;
}

const isInside = ({ start, end }: Span, outer: Span): boolean =>
  start >= outer.start && end <= outer.end;

function getName(node: Argument): string | undefined {
  if (node.type === 'Identifier') return node.name;
  const call = toMethodCall(node);
  if (call?.name === 'trim') return getName(call.object);
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return undefined;
  const object = getName(node.object);
  return object === undefined ? undefined : `${object}.${node.property.name}`;
}

const TYPED_NAME = /^(?:text|typed|entered|input)$|^texts\.|^typed\.|arget\.value$/;

interface Findings {
  readonly replacements: readonly Span[];
  readonly conversions: readonly Span[];
  readonly faults: readonly (readonly [at: number, what: string])[];
  readonly declarations: ReadonlyMap<string, Span>;
  readonly references: readonly (Span & { readonly name: string })[];
}

const CONVERTERS = new Set(['Number', 'parseInt', 'BigInt', 'Number.parseInt']);

function inspect(path: string, text: string): Findings {
  const replacements: Span[] = [];
  const conversions: Span[] = [];
  const faults: [number, string][] = [];
  const declarations = new Map<string, Span>();
  const references: (Span & { name: string })[] = [];
  const convert = (argument: Argument) => {
    conversions.push(argument);
    const name = getName(argument);
    if (FORM_PATH.test(path) && name !== undefined && TYPED_NAME.test(name))
      faults.push([argument.start, `turns “${name}” into a number`]);
  };
  new Visitor({
    CallExpression(node) {
      const replace = toReplace(node);
      if (replace && makesNumber(replace, [...SAMPLES_WITH_COMMA, ...SAMPLES_WITH_OTHER_MARKS]))
        replacements.push(node);
      if (replace?.(SAMPLE_NAME) === SAMPLE_NAME && makesNumber(replace, SAMPLES_WITH_COMMA))
        faults.push([node.start, 'removes or replaces a number’s comma']);
      const name = getName(node.callee);
      const [argument] = node.arguments;
      if (name === undefined || !argument) return;
      if (CONVERTERS.has(name)) convert(argument);
      const isLength = /^getComputedStyle\(/.test(text.slice(argument.start));
      if (/^(?:Number\.)?parseFloat$/.test(name) && !isLength)
        faults.push([node.start, 'uses parseFloat, which stops at a comma']);
    },
    UnaryExpression({ operator, argument }) {
      if (operator === '+') convert(argument);
    },
    MemberExpression({ property, start }) {
      if (property.type === 'Identifier' && property.name === 'valueAsNumber')
        faults.push([start, 'uses valueAsNumber, which depends on the browser’s language']);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) declarations.set(id.name, init);
    },
    FunctionDeclaration(node) {
      if (node.id) declarations.set(node.id.name, node);
    },
    Identifier: (node) => references.push(node),
  }).visit(parseSync(path, text).program);
  return { replacements, conversions, faults, declarations, references };
}

export function findNumberParsing(path: string, text: string): string[] {
  if (!PRODUCT_PATH.test(path) || path === NUMBER_READER_FILE) return [];
  const { replacements, conversions, faults, declarations, references } = inspect(path, text);
  const isStripped = (place: Span): boolean =>
    replacements.some((replacement) => isInside(replacement, place));
  const stripped = conversions
    .filter(
      (place) =>
        isStripped(place) ||
        references.some((reference) => {
          const source = isInside(reference, place) ? declarations.get(reference.name) : undefined;
          return source !== undefined && isStripped(source);
        }),
    )
    .map(({ start }): [number, string] => [
      start,
      'strips separators from text and turns it into a number',
    ]);
  const messages = new Map(
    [...faults, ...stripped].map(([at, message]) => [toLine(text, at), message]),
  );
  return [...messages]
    .sort(([a], [b]) => a - b)
    .map(
      ([line, message]) =>
        `${path}:${line} ${message}: use parseMoney or parseDecimal (${NUMBER_READER_FILE})`,
    );
}

const toLine = (text: string, at: number): number => text.slice(0, at).split('\n').length;
