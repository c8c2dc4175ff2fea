import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Heading } from './Heading';
import { LinkButton } from './Links';

export const Done = ({
  title,
  next,
  children,
}: {
  title: string;
  next: { readonly to: string; readonly words: string };
  children: ReactNode;
}) => (
  <>
    <div role="status" className="grid gap-2">
      <CircleCheck size={32} aria-hidden className="mb-2 text-call" />
      <Heading>{title}</Heading>
      <p className="text-muted">{children}</p>
    </div>
    <LinkButton to={next.to} variant="primary">
      {next.words}
    </LinkButton>
  </>
);

/** Replaces this screen after `ms`. Null turns this off. */
export function useRedirect(to: string, ms: number | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (ms === null) return;
    const timer = setTimeout(() => void navigate(to, { replace: true }), ms);
    return () => clearTimeout(timer);
  }, [to, ms, navigate]);
}
