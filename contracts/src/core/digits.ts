/** Finds the zero by counting down, because the digits of a script are consecutive. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

export const toAsciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => (/\d/.test(digit) ? digit : toAsciiDigit(digit)));
