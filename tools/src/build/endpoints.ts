import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path/posix';
import { type Comment, type ObjectExpression, parseSync } from 'oxc-parser';
import { inRoot } from '../system/root';

const CONTRACTS = 'contracts/src';

/** Written by `npm run gen:endpoints`. */
export const ENDPOINTS_FILE = `${CONTRACTS}/endpoints.ts`;

interface Group {
  /** Path without ending, from `contracts/src`. */
  readonly module: string;
  readonly name: string;
  /** The comment above each endpoint, by its name. */
  readonly summaries: ReadonlyMap<string, string>;
}

const toText = ({ value }: Comment): string =>
  value
    .replaceAll(/^\s*\*/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

function readSummaries(
  { properties }: ObjectExpression,
  text: string,
  comments: readonly Comment[],
): Map<string, string> {
  const summaries = new Map<string, string>();
  for (const property of properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
    const above = comments.find(
      ({ end }) => end <= property.start && text.slice(end, property.start).trim() === '',
    );
    if (above) summaries.set(property.key.name, toText(above));
  }
  return summaries;
}

/** Reads declarations of the form `export const …Endpoints = { … } as const`. */
function readGroups(path: string): Group[] {
  const text = readFileSync(inRoot(path), 'utf8');
  const { program, comments } = parseSync(path, text);
  const module = path.slice(CONTRACTS.length + 1, -'.ts'.length);
  return program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    if (declaration?.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ id, init }): Group[] => {
      const value = init?.type === 'TSAsExpression' ? init.expression : init;
      if (id.type !== 'Identifier' || !id.name.endsWith('Endpoints')) return [];
      if (value?.type !== 'ObjectExpression') return [];
      return [{ module, name: id.name, summaries: readSummaries(value, text, comments) }];
    });
  });
}

export const findGroups = (): Group[] =>
  globSync(`${CONTRACTS}/*/{endpoints,*Endpoints}.ts`, { cwd: inRoot() })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted(
      (a, b) => dirname(a).localeCompare(dirname(b)) || basename(a).localeCompare(basename(b)),
    )
    .flatMap(readGroups);

/** By endpoint name. */
export const findSummaries = (): Map<string, string> =>
  new Map(findGroups().flatMap(({ summaries }) => [...summaries]));

export function endpointsText(): string {
  const groups = findGroups();
  const imports = [...new Set(groups.map(({ module }) => module))].map((module) => {
    const names = groups
      .filter((group) => group.module === module)
      .map(({ name }) => `  ${name},\n`);
    return `import {\n${names.join('')}} from './${module}';`;
  });
  return `// Written by \`npm run gen:endpoints\`.
${imports.join('\n')}

/** The app imports single groups, so that it doesn't load the schemas of the others. */
export const endpoints = {
${groups.map(({ name }) => `  ...${name},`).join('\n')}
} as const;

export type EndpointName = keyof typeof endpoints;
`;
}
