import { Copy } from 'lucide-react';
import { COPY_LOCKED, COPY_PLACEHOLDER } from '../../content/copyTrading';
import { Card } from '../../ui/Card';
import { LockedScreen } from '../../ui/LockedScreen';
import { ScreenHead } from '../../ui/ScreenHead';
import { CopyPreview } from './CopyPreview';

const TITLE = 'Copy Trading';

/** Copy trading: a teaser while locked, and for now a word on what comes when open. */
export const CopyTrading = ({ open }: { open: boolean }) =>
  open ? (
    <div className="grid gap-4">
      <ScreenHead title={TITLE} />
      <Card className="grid justify-items-center gap-3 px-4 py-16 text-center">
        <Copy size={28} aria-hidden className="text-muted" />
        <h2 className="text-base">{COPY_PLACEHOLDER.title}</h2>
        <p className="max-w-md text-sm text-pretty text-muted">{COPY_PLACEHOLDER.text}</p>
      </Card>
    </div>
  ) : (
    <LockedScreen title={TITLE} icon={Copy} {...COPY_LOCKED} preview={<CopyPreview />} />
  );
