import { codeCharacters } from '@quantalgo/contracts';

/**
 * A code after its field changed from `before` to `typed`, with the caret now at `caret`: what was typed into the middle
 * takes the place of what stood there, as in boxes, and pushes nothing on.
 */
export function overtyped(
  before: string,
  typed: string,
  caret: number,
  length: number,
): { text: string; caret: number } {
  const head = codeCharacters(typed.slice(0, caret), length);
  const rest = codeCharacters(typed.slice(caret), typed.length);
  const grown = Math.max(0, head.length + rest.length - before.length);
  const text = (head + rest.slice(grown)).slice(0, length);
  return { text, caret: Math.min(head.length, text.length) };
}
