/** A value that JSON can hold. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Text that JSON writes as it is, between quotes. */
const PLAIN = /^[ !#-[\]-~]*$/;

function textOf(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (/\p{Surrogate}/u.test(text)) throw new TypeError('Not a text: half a surrogate pair');
  return JSON.stringify(text);
}

/**
 * Canonical JSON (RFC 8785): no white space, object keys sorted by UTF-16 code units, numbers and strings as ECMAScript
 * writes them. The same value has the same text in every language, so its hash can be checked by anyone.
 * @throws TypeError on numbers that JSON can't hold and on text with half a surrogate pair, which has no UTF-8 bytes.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`Not a JSON number: ${value}`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let members = '';
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members += `${members && ','}${textOf(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

const isList = (
  value: readonly Json[] | { readonly [key: string]: Json },
): value is readonly Json[] => Array.isArray(value);
