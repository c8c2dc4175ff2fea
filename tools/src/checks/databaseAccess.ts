import { parseSync, Visitor } from 'oxc-parser';

/** The only folder that may open, list and delete databases. */
const DATABASE_FOLDER = 'web/src/data/database/';

const DATABASE_GLOBALS = new Set(['indexedDB', 'IDBFactory']);

const DATABASE_MODULES = new Set(['dexie', 'fake-indexeddb']);

/** `liveQuery` doesn't open a database. */
const HARMLESS_IMPORTS = new Set(['liveQuery']);

/**
 * Finds uses of IndexedDB's global or Dexie's class outside {@link DATABASE_FOLDER}. Types are
 * allowed.
 */
export function findDatabaseAccess(path: string, text: string): string[] {
  if (path.startsWith(DATABASE_FOLDER)) return [];
  const problems = new Set<string>();
  const report = (start: number, name: string) => {
    const line = text.slice(0, start).split('\n').length;
    problems.add(`${path}:${line}: ${name}: only ${DATABASE_FOLDER} opens databases`);
  };
  new Visitor({
    Identifier({ name, start }) {
      if (DATABASE_GLOBALS.has(name)) report(start, name);
    },
    ImportDeclaration({ importKind, source, specifiers, start }) {
      if (importKind === 'type' || !DATABASE_MODULES.has(source.value)) return;
      const isHarmless = specifiers.every(
        (one) =>
          one.type === 'ImportSpecifier' &&
          (one.importKind === 'type' || HARMLESS_IMPORTS.has(one.local.name)),
      );
      if (!isHarmless) report(start, source.value);
    },
    ImportExpression({ source, start }) {
      if (source.type === 'Literal' && DATABASE_MODULES.has(String(source.value)))
        report(start, String(source.value));
    },
  }).visit(parseSync(path, text).program);
  return [...problems];
}
