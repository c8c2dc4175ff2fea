/** What the budget needs to know of a built chunk. */
export interface Chunk {
  readonly fileName: string;
  readonly moduleIds: readonly string[];
  /** File names of the chunks that it imports statically. */
  readonly imports: readonly string[];
}

/**
 * The chunks that a document has to load before it can show a screen: those that hold one of `modules` (ends of module
 * paths), and all that these import statically.
 * @throws Error when a module is in no chunk.
 */
export function firstLoadChunks<C extends Chunk>(
  chunks: readonly C[],
  modules: readonly string[],
): C[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<C>();
  const visit = (chunk: C | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) visit(byName.get(name));
  };
  for (const module of modules) {
    const holder = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!holder) throw new Error(`The budget names ${module}, which no chunk holds.`);
    visit(holder);
  }
  return [...found];
}
