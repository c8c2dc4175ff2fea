const TAG_SEPARATORS = /[;,\n\u060C\u061B]/;

/** Splits at commas, semicolons and line breaks, and drops duplicates. */
export const parseTags = (text: string): string[] => [
  ...new Set(
    text
      .split(TAG_SEPARATORS)
      .map((tag) => tag.trim().replace(/^#\s*/, ''))
      .filter(Boolean),
  ),
];
