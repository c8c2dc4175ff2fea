import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Leads to another screen in `ms`, in place of this one, so that what was done can be read; null: stays. */
export function useRedirect(to: string, ms: number | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (ms === null) return;
    const timer = setTimeout(() => void navigate(to, { replace: true }), ms);
    return () => clearTimeout(timer);
  }, [to, ms, navigate]);
}
