const TAG_SEPARATORS = /[;,\n\u060C\u061B\uFF0C\u3001]|\s+(?=#)/;

/** Splits at commas, semicolons, line breaks and before hashtags, and drops duplicates. */
export const parseTags = (text: string): string[] => [
  ...new Set(
    text
      .split(TAG_SEPARATORS)
      .map((tag) => tag.trim().replace(/^#\s*/, ''))
      .filter(Boolean),
  ),
];
