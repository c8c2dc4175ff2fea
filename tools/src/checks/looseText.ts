import { type Expression, type JSXChild, parseSync, type Program, Visitor } from 'oxc-parser';

/**
 * A translator in the browser replaces text nodes. React sets text that is alone in its element on the element, but
 * keeps the node of text that stands beside anything, and then writes to a node that is gone or fails to find it.
 */

/** The branches of a condition; the expression itself if it has none. */
function branchesOf(expression: Expression): Expression[] {
  if (expression.type === 'ParenthesizedExpression') return branchesOf(expression.expression);
  if (expression.type === 'ConditionalExpression')
    return [...branchesOf(expression.consequent), ...branchesOf(expression.alternate)];
  if (expression.type !== 'LogicalExpression') return [expression];
  const { left, operator, right } = expression;
  return operator === '&&' ? branchesOf(right) : [...branchesOf(left), ...branchesOf(right)];
}

const isNothing = (expression: Expression): boolean =>
  (expression.type === 'Literal' && (expression.value === null || expression.value === '')) ||
  (expression.type === 'Identifier' && expression.name === 'undefined');

/** Calls that give one element for each item. */
const LISTS = new Set(['map', 'flatMap']);

/** Whether the source shows that the expression gives elements or nothing. `names`: variables and functions that do. */
const isElement = (expression: Expression, names: ReadonlySet<string>): boolean =>
  branchesOf(expression).every((branch) => {
    if (branch.type === 'JSXElement' || branch.type === 'JSXFragment') return true;
    if (branch.type === 'Identifier') return isNothing(branch) || names.has(branch.name);
    if (branch.type !== 'CallExpression') return isNothing(branch);
    const { callee } = branch;
    if (callee.type === 'Identifier') return names.has(callee.name);
    return (
      callee.type === 'MemberExpression' &&
      callee.property.type === 'Identifier' &&
      LISTS.has(callee.property.name)
    );
  });

/** Names that a file declares as React nodes, or as functions that give some. */
function elementNames(program: Program, text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const isNode = ({ start, end }: { start: number; end: number }) =>
    /\b(ReactNode|Element)\b/.test(text.slice(start, end));
  const gives = (expression: Expression | null): boolean => {
    if (expression === null) return false;
    if (expression.type !== 'ArrowFunctionExpression') return isElement(expression, names);
    const { body } = expression;
    if (body.type !== 'BlockStatement') return isElement(body, names);
    return body.body.some(
      (statement) => statement.type === 'ReturnStatement' && gives(statement.argument),
    );
  };
  new Visitor({
    TSPropertySignature({ key, typeAnnotation }) {
      if (key.type === 'Identifier' && typeAnnotation && isNode(typeAnnotation))
        names.add(key.name);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && gives(init)) names.add(id.name);
    },
  }).visit(program);
  return names;
}

/** What a child of an element is: nothing, words of the source, words that may change, or elements. */
type Kind = 'nothing' | 'words' | 'changing words' | 'elements' | 'element';

function kindOf(child: JSXChild, names: ReadonlySet<string>): Kind {
  if (child.type === 'JSXText') return child.value.trim() === '' ? 'nothing' : 'words';
  if (child.type !== 'JSXExpressionContainer') return 'element';
  const { expression } = child;
  if (expression.type === 'JSXEmptyExpression') return 'nothing';
  if (expression.type === 'Literal' && typeof expression.value === 'string')
    return expression.value.trim() === '' ? 'nothing' : 'words';
  return isElement(expression, names) ? 'elements' : 'changing words';
}

/** Why a translator breaks an element with these children; null if it doesn't. `tag`: empty for a fragment. */
function problemOf(tag: string, children: readonly Kind[]): string | null {
  const kinds = children.filter((kind) => kind !== 'nothing');
  if (!kinds.some((kind) => kind === 'words' || kind === 'changing words')) return null;
  if (tag === '') return 'text in a fragment';
  if (kinds.length === 1) return null;
  if (kinds.includes('changing words')) return 'text from an expression beside something';
  if (kinds.includes('elements')) return 'text beside an expression';
  return /^[a-z]/.test(tag) ? null : 'text beside an element in a component';
}

/** Text that a translator in the browser detaches from React, a sentence each. */
export function looseTextIn(path: string, text: string): string[] {
  const { program } = parseSync(path, text);
  const names = elementNames(program, text);
  const problems: string[] = [];
  const check = (tag: string, start: number, children: readonly JSXChild[]) => {
    const problem = problemOf(
      tag,
      children.map((child) => kindOf(child, names)),
    );
    const line = text.slice(0, start).split('\n').length;
    if (problem !== null)
      problems.push(`${path}:${line} has ${problem}: make it one string, or wrap it in a <span>`);
  };
  new Visitor({
    JSXElement({ openingElement: { name }, children, start }) {
      const tag = text.slice(name.start, name.end);
      check(/(^|\.)Fragment$/.test(tag) ? '' : tag, start, children);
    },
    JSXFragment({ children, start }) {
      check('', start, children);
    },
  }).visit(program);
  return problems;
}
