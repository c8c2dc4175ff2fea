const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Finds the `names` mentioned as `@Name`, and the text without these mentions. Matches longer names
 * first, so that `@Ada O.` doesn't also mention `Ada`.
 */
export function parseMentions(
  text: string,
  names: readonly string[],
): { readonly mentioned: ReadonlySet<string>; readonly rest: string } {
  const mentioned = new Set<string>();
  let rest = text;
  for (const name of [...names].sort((a, b) => b.length - a.length)) {
    if (name === '' || !rest.includes(`@${name}`)) continue;
    const mention = new RegExp(`@${escapeRegExp(name)}(?![\\p{L}\\p{M}\\p{N}_])`, 'gu');
    const remaining = rest.replace(mention, ' ');
    if (remaining === rest) continue;
    mentioned.add(name);
    rest = remaining;
  }
  return { mentioned, rest };
}
