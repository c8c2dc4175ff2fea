/** What is asked of a file of the bundle; a chunk also says what it imports, by file names. */
export interface BuiltFile {
  readonly fileName: string;
  /** What a text file holds: it names the other files that it needs. */
  readonly text: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly moduleIds?: readonly string[];
}

/** File names of the two parts of the site that are kept for offline. */
export interface SiteParts {
  /** What every visitor gets: the documents, and what these need to show themselves. */
  readonly shell: readonly string[];
  /** What members get beyond that: all that the app may ask for later. */
  readonly kit: readonly string[];
}

/** All files reached from `roots` by `next`, the roots included. */
function reached(
  roots: readonly BuiltFile[],
  next: (file: BuiltFile) => BuiltFile[],
): Set<BuiltFile> {
  const found = new Set(roots);
  // A set that grows while it is walked is walked to its new end.
  for (const file of found) for (const other of next(file)) found.add(other);
  return found;
}

/** Documents of members' screens: a visitor needs nothing that these name. */
const SCREENS = 'screens/';

/**
 * Parts the built files: a document needs what it names, a chunk what it imports and the styles, fonts and workers that it
 * names. Chunks of `leftOut` (parts of module paths) are in neither, nor is what they alone import.
 */
export function siteParts(files: readonly BuiltFile[], leftOut: readonly string[]): SiteParts {
  const named = (names: readonly string[]) => files.filter((file) => names.includes(file.fileName));
  const isDocument = ({ fileName }: BuiltFile) => fileName.endsWith('.html');
  const isOut = ({ moduleIds = [] }: BuiltFile) =>
    moduleIds.some((id) => leftOut.some((part) => id.includes(part)));
  const mentioned = ({ text, imports }: BuiltFile) =>
    files.filter(
      (other) =>
        !isDocument(other) &&
        (imports === undefined || other.imports === undefined) &&
        text.includes(other.fileName.slice(other.fileName.lastIndexOf('/') + 1)),
    );
  const needs = (file: BuiltFile) => [...mentioned(file), ...named(file.imports ?? [])];
  const mayNeed = (file: BuiltFile) =>
    [...needs(file), ...named(file.dynamicImports ?? [])].filter((other) => !isOut(other));

  const isScreen = ({ fileName }: BuiltFile) => fileName.startsWith(SCREENS);
  const documents = files.filter(isDocument);
  const shell = reached(
    documents.filter((file) => !isScreen(file)),
    needs,
  );
  const kit = [...reached([...shell, ...documents.filter(isScreen)], mayNeed)].filter(
    (file) => !shell.has(file),
  );
  const names = (found: Iterable<BuiltFile>) => [...found].map(({ fileName }) => fileName).sort();
  return { shell: names(shell), kit: names(kit) };
}
