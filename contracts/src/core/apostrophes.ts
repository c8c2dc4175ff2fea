export const straightenApostrophes = (text: string): string =>
  text.replace(/[\u00B4\u02B9\u02BB\u02BC\u1FFD\u2018\u2019\u201B\u2032]/g, "'");
