import { type Location, useLocation, useNavigate } from 'react-router-dom';

type Fields = Readonly<Record<string, string | null>>;

type UrlParts = Pick<Location, 'search' | 'hash'>;

/** Typed fields are in the fragment, the others in the query. */
export function readFields(
  { search, hash }: UrlParts,
  typedFields: readonly string[],
): URLSearchParams {
  const fields = new URLSearchParams(search);
  const hashFields = new URLSearchParams(hash.slice(1));
  for (const name of typedFields) {
    const text = hashFields.get(name);
    if (text === null) fields.delete(name);
    else fields.set(name, text);
  }
  return fields;
}

/** Puts typed fields in the fragment and the others in the query; null omits a field. */
export function buildAddress(fields: Fields, typedFields: readonly string[]): UrlParts {
  const search = new URLSearchParams();
  const hash = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    if (value !== null) (typedFields.includes(name) ? hash : search).set(name, value);
  const toUrlPart = (mark: string, part: URLSearchParams) => {
    const text = part.toString();
    return text === '' ? '' : mark + text;
  };
  return { search: toUrlPart('?', search), hash: toUrlPart('#', hash) };
}

/**
 * Keeps a list's state in its URL for links, reloads and the back button. Typed fields go in the
 * fragment, which never reaches a server, because they may hold a member's email.
 * @param typedFields the same array on every render
 */
export function useListAddress(typedFields: readonly string[]) {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const fields = readFields({ search, hash }, typedFields);
  const write = (next: Fields, replace = false) =>
    void navigate(buildAddress(next, typedFields), { replace });
  return [fields, write] as const;
}
