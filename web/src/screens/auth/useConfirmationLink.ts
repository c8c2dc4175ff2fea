import { toCodeCharacters } from '@quantalgo/contracts/core/validation';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export interface ConfirmationLink {
  readonly email: string | null;
  /** Lower case; empty if the link has none. */
  readonly code: string;
}

function parseLink(hash: string): ConfirmationLink {
  const fields = new URLSearchParams(hash.slice(1));
  return { email: fields.get('email'), code: toCodeCharacters(fields.get('code') ?? '') };
}

/**
 * Reads the email and the code from the URL's fragment, which never reaches a server, and removes
 * them from the history entry. Also handles links that arrive while the screen is open.
 */
export function useConfirmationLink(): ConfirmationLink {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [latest, setLatest] = useState(hash);
  if (hash !== '' && hash !== latest) setLatest(hash);
  useEffect(() => {
    if (hash !== '') void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return useMemo(() => parseLink(latest), [latest]);
}
