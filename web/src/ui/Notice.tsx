import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type NoticeTone = 'information' | 'warning' | 'error';

const TONE_CLASSES = {
  information: { look: 'border-line bg-raised', mark: 'text-muted', Icon: Info },
  warning: { look: 'border-amber/50 bg-amber-bg', mark: 'text-amber', Icon: TriangleAlert },
  error: { look: 'border-put/50 bg-put-bg', mark: 'text-put', Icon: CircleAlert },
} as const;

export function Notice({
  tone = 'information',
  actions,
  children,
}: {
  tone?: NoticeTone;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { look, mark, Icon } = TONE_CLASSES[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-4 py-3 text-sm ${look}`}
    >
      <Icon size={18} aria-hidden className={`shrink-0 ${mark}`} />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {actions !== undefined && <div className="ml-auto flex items-center gap-2">{actions}</div>}
    </div>
  );
}
