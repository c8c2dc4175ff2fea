import { Copy } from 'lucide-react';
import {
  COPY_LOCKED,
  COPY_PLACEHOLDER,
  SAMPLE_COPY_FIGURES,
  SAMPLE_COPY_TRADERS,
} from '../../content/copyTrading';
import { Card } from '../../ui/Card';
import { Figures } from '../../ui/Figures';
import { LockedScreen } from '../../ui/LockedScreen';
import { Panel } from '../../ui/Panel';
import { Ranking } from '../../ui/Ranking';
import { ScreenHead } from '../../ui/ScreenHead';

const TITLE = 'Copy Trading';

const Preview = () => (
  <div className="grid gap-4">
    <Card as="div" className="overflow-hidden">
      <Figures figures={SAMPLE_COPY_FIGURES} />
    </Card>
    <Panel title="Traders to follow">
      <Ranking caption="Traders to follow" traders={SAMPLE_COPY_TRADERS} />
    </Panel>
  </div>
);

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
    <LockedScreen title={TITLE} icon={Copy} {...COPY_LOCKED} preview={<Preview />} />
  );
