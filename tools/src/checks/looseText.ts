import { type Expression, type JSXChild, parseSync, type Program, Visitor } from 'oxc-parser';

/**
 * Browser translation replaces text nodes. React updates an element's only text through the
 * element. For text beside other children it keeps the node, and then updates a detached node or
 * throws.
 */

function getBranches(expression: Expression): Expression[] {
  if (expression.type === 'ParenthesizedExpression') return getBranches(expression.expression);
  if (expression.type === 'ConditionalExpression')
    return [...getBranches(expression.consequent), ...getBranches(expression.alternate)];
  if (expression.type !== 'LogicalExpression') return [expression];
  const { left, operator, right } = expression;
  return operator === '&&' ? getBranches(right) : [...getBranches(left), ...getBranches(right)];
}

const isEmptyValue = (expression: Expression): boolean =>
  (expression.type === 'Literal' && (expression.value === null || expression.value === '')) ||
  (expression.type === 'Identifier' && expression.name === 'undefined');

const LIST_METHODS = new Set(['map', 'flatMap']);

/** `names` are variables and functions that are known to yield elements. */
const isElement = (expression: Expression, names: ReadonlySet<string>): boolean =>
  getBranches(expression).every((branch) => {
    if (branch.type === 'JSXElement' || branch.type === 'JSXFragment') return true;
    if (branch.type === 'Identifier') return isEmptyValue(branch) || names.has(branch.name);
    if (branch.type !== 'CallExpression') return isEmptyValue(branch);
    const { callee } = branch;
    if (callee.type === 'Identifier') return names.has(callee.name);
    return (
      callee.type === 'MemberExpression' &&
      callee.property.type === 'Identifier' &&
      LIST_METHODS.has(callee.property.name)
    );
  });

function findElementNames(program: Program, text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const mentionsElement = ({ start, end }: { start: number; end: number }) =>
    /\b(ReactNode|Element)\b/.test(text.slice(start, end));
  const returnsElement = (expression: Expression | null): boolean => {
    if (expression === null) return false;
    if (expression.type !== 'ArrowFunctionExpression') return isElement(expression, names);
    const { body } = expression;
    if (body.type !== 'BlockStatement') return isElement(body, names);
    return body.body.some(
      (statement) => statement.type === 'ReturnStatement' && returnsElement(statement.argument),
    );
  };
  new Visitor({
    TSPropertySignature({ key, typeAnnotation }) {
      if (key.type === 'Identifier' && typeAnnotation && mentionsElement(typeAnnotation))
        names.add(key.name);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && returnsElement(init)) names.add(id.name);
    },
  }).visit(program);
  return names;
}

type Kind = 'nothing' | 'words' | 'changing words' | 'elements' | 'element';

function classifyChild(child: JSXChild, names: ReadonlySet<string>): Kind {
  if (child.type === 'JSXText') return child.value.trim() === '' ? 'nothing' : 'words';
  if (child.type !== 'JSXExpressionContainer') return 'element';
  const { expression } = child;
  if (expression.type === 'JSXEmptyExpression') return 'nothing';
  if (expression.type === 'Literal' && typeof expression.value === 'string')
    return expression.value.trim() === '' ? 'nothing' : 'words';
  return isElement(expression, names) ? 'elements' : 'changing words';
}

function findProblem(tag: string, children: readonly Kind[]): string | null {
  const kinds = children.filter((kind) => kind !== 'nothing');
  if (!kinds.some((kind) => kind === 'words' || kind === 'changing words')) return null;
  if (tag === '') return 'text in a fragment';
  if (kinds.length === 1) return null;
  if (kinds.includes('changing words')) return 'text from an expression next to other content';
  if (kinds.includes('elements')) return 'text next to an expression';
  return /^[a-z]/.test(tag) ? null : 'text next to an element in a component';
}

export function findLooseText(path: string, text: string): string[] {
  const { program } = parseSync(path, text);
  const names = findElementNames(program, text);
  const problems: string[] = [];
  const check = (tag: string, start: number, children: readonly JSXChild[]) => {
    const problem = findProblem(
      tag,
      children.map((child) => classifyChild(child, names)),
    );
    const line = text.slice(0, start).split('\n').length;
    if (problem !== null)
      problems.push(`${path}:${line} has ${problem}. Make it one string, or wrap it in a <span>.`);
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
