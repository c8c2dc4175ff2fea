import { useEffect } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';

type Fields = Readonly<Record<string, string | null>>;

/** The two parts of a URL that hold the state of a screen. */
type Parts = Pick<Location, 'search' | 'hash'>;

/** The fields of a list's state in a URL. `typed` fields are in the fragment; older links have them in the query. */
export function fieldsIn({ search, hash }: Parts, typed: readonly string[]): URLSearchParams {
  const fields = new URLSearchParams(search);
  const behind = new URLSearchParams(hash.slice(1));
  for (const name of typed) {
    const text = behind.get(name);
    if (text !== null) fields.set(name, text);
  }
  return fields;
}

/** The URL of these fields: `typed` ones in the fragment, the others in the query; null omits a field. */
export function addressFor(fields: Fields, typed: readonly string[]): Parts {
  const search = new URLSearchParams();
  const hash = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    if (value !== null) (typed.includes(name) ? hash : search).set(name, value);
  const after = (mark: string, part: URLSearchParams) => {
    const text = part.toString();
    return text === '' ? '' : mark + text;
  };
  return { search: after('?', search), hash: after('#', hash) };
}

/**
 * The state of a staff screen, stored in its URL for links, reloads and the back button. Typed text may be a member's
 * email address: it is in the fragment, which never reaches a server, a log or a `Referer`.
 * @param typed names of those fields; the same array on every render
 */
export function useListAddress(typed: readonly string[]) {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const fields = fieldsIn({ search, hash }, typed);
  useEffect(() => {
    const asked = new URLSearchParams(search);
    if (!typed.some((name) => asked.has(name))) return;
    const moved = Object.fromEntries(fieldsIn({ search, hash }, typed));
    void navigate(addressFor(moved, typed), { replace: true });
  }, [search, hash, typed, navigate]);
  const write = (next: Fields, replace = false) =>
    void navigate(addressFor(next, typed), { replace });
  return [fields, write] as const;
}
