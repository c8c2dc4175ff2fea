import { parseSync, Visitor } from 'oxc-parser';

/**
 * APIs that some browsers in web/package.json's `browserslist` lack, with the first versions that
 * have them. Newer language features need no row, because the compiler's `lib` lacks them.
 */
const NEWER_APIS: Readonly<Record<string, string>> = {
  'AbortSignal.any': 'Safari 17.4, Chrome 116, Firefox 124',
  'Array.fromAsync': 'Chrome 121',
  'Iterator.from': 'Safari 18.4, Chrome 122, Firefox 131',
  'Map.groupBy': 'Safari 17.4, Chrome 117, Firefox 119',
  'Object.groupBy': 'Safari 17.4, Chrome 117, Firefox 119',
  'Promise.try': 'Safari 18.2, Chrome 128, Firefox 134',
  'Promise.withResolvers': 'Safari 17.4, Chrome 119, Firefox 121',
  'ReadableStream.from': 'Firefox 117 alone',
  'Response.json': 'Safari 17',
  'URL.canParse': 'Safari 17, Chrome 120',
  'URL.parse': 'Safari 18, Chrome 126, Firefox 126',
};

const NEWER_METHODS: Readonly<Record<string, string>> = {
  checkVisibility: 'Safari 17.4',
  isDisjointFrom: 'Safari 17, Chrome 122, Firefox 127',
  isSubsetOf: 'Safari 17, Chrome 122, Firefox 127',
  isSupersetOf: 'Safari 17, Chrome 122, Firefox 127',
  isWellFormed: 'Chrome 111, Firefox 119',
  moveBefore: 'Chrome 133, Firefox 144',
  requestIdleCallback: 'not in Safari',
  showPopover: 'Safari 17, Chrome 114, Firefox 125',
  startViewTransition: 'Safari 18, Chrome 111, Firefox 144',
  symmetricDifference: 'Safari 17, Chrome 122, Firefox 127',
  toReversed: 'Chrome 110',
  toSorted: 'Chrome 110',
  toSpliced: 'Chrome 110',
  toWellFormed: 'Chrome 111, Firefox 119',
};

/** An end-to-end test deletes these from its pages to simulate the oldest supported browsers. */
export const DELETED_APIS: readonly string[] = [
  ...Object.keys(NEWER_APIS),
  'requestIdleCallback',
  'Set.prototype.union',
  'URLSearchParams.prototype.size',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'Array.prototype.toSpliced',
];

export function findNewerApis(path: string, text: string): string[] {
  const problems: string[] = [];
  const isDetected = (name: string) => text.includes(`'${name}' in `);
  const report = (api: string, name: string, since: string | undefined) => {
    if (since !== undefined && !isDetected(name))
      problems.push(`${path} uses ${api}, which the oldest supported browsers lack (${since})`);
  };
  new Visitor({
    MemberExpression(node) {
      if (node.computed || node.property.type !== 'Identifier') return;
      const { name } = node.property;
      const qualifiedName =
        node.object.type === 'Identifier' ? `${node.object.name}.${name}` : name;
      if (Object.hasOwn(NEWER_APIS, qualifiedName))
        report(qualifiedName, name, NEWER_APIS[qualifiedName]);
      else if (Object.hasOwn(NEWER_METHODS, name)) report(name, name, NEWER_METHODS[name]);
    },
    CallExpression({ callee }) {
      if (callee.type === 'Identifier' && Object.hasOwn(NEWER_METHODS, callee.name))
        report(callee.name, callee.name, NEWER_METHODS[callee.name]);
    },
  }).visit(parseSync(path, text).program);
  return problems;
}
