import { FileText, RotateCw, ScanSearch, ZoomIn, ZoomOut, type LucideIcon } from 'lucide-react';
import { useStoredFile } from '../../../data/staff/submissions';
import { Button, buttonClass } from '../../../ui/Button';
import { Skeleton } from '../../../ui/Loading';
import { useShortcuts } from '../parts/useShortcuts';
import { useView } from './useView';
import type { Look } from './view';

const TOOLS: readonly {
  readonly look: Look;
  readonly words: string;
  readonly key: string;
  readonly Icon: LucideIcon;
}[] = [
  { look: 'closer', words: 'Zoom in', key: '+', Icon: ZoomIn },
  { look: 'farther', words: 'Zoom out', key: '-', Icon: ZoomOut },
  { look: 'whole', words: 'Whole image', key: '0', Icon: ScanSearch },
  { look: 'turn', words: 'Turn', key: 'T', Icon: RotateCw },
];

const FRAME =
  'relative grid h-[45dvh] lg:h-[min(34rem,65dvh)] place-items-center overflow-hidden rounded-lg bg-sunk';

function Picture({
  url,
  alt,
  shortcuts,
  onPicture,
}: {
  url: string;
  alt: string;
  shortcuts: boolean;
  onPicture: ((image: HTMLImageElement) => void) | undefined;
}) {
  const { measure, look, drag, keys, transform, isZoomed } = useView();
  useShortcuts(keys, shortcuts);
  return (
    <div className="grid gap-2">
      <div
        onPointerMove={drag}
        className={`${FRAME} grid-rows-[minmax(0,1fr)] ${isZoomed ? 'cursor-grab touch-none' : ''}`}
      >
        <img
          src={url}
          alt={alt}
          draggable={false}
          onLoad={({ currentTarget }) => {
            measure(currentTarget);
            onPicture?.(currentTarget);
          }}
          style={{ transform }}
          className="size-full object-scale-down"
        />
      </div>
      <div role="group" aria-label="View" className="flex justify-center gap-2">
        {TOOLS.map(({ look: how, words, key, Icon }) => (
          <Button
            key={how}
            size="small"
            className="px-3!"
            aria-label={words}
            aria-keyshortcuts={key}
            title={`${words} (${key})`}
            onClick={() => look(how)}
          >
            <Icon size={18} aria-hidden />
          </Button>
        ))}
      </div>
    </div>
  );
}

const Document = ({ url, name }: { url: string; name: string }) => (
  <div className={`${FRAME} content-center gap-3`}>
    <FileText size={28} aria-hidden className="text-muted" />
    <a href={url} download={`${name}.pdf`} className={buttonClass('secondary', 'medium')}>
      Open the PDF
    </a>
  </div>
);

/** What a member sent as proof: an image to be looked at closely, or a PDF, which opens outside of the site. */
export function FileViewer({
  path,
  name,
  shortcuts,
  onPicture,
}: {
  /** Where the file lies in the store. */
  path: string;
  /** What it is, for who can't see it, and as the name of a download. */
  name: string;
  /** Whether the keys of the view are on. */
  shortcuts: boolean;
  /** Is given the image once it is on screen. */
  onPicture?: (image: HTMLImageElement) => void;
}) {
  const { file, tryAgain } = useStoredFile(path);
  if (file.state === 'loading')
    return (
      <div role="status" className={FRAME}>
        <span className="sr-only">Loading the file</span>
        <Skeleton className="h-2/3 w-1/2" />
      </div>
    );
  if (file.state === 'failed')
    return (
      <div className={`${FRAME} content-center gap-3 p-4 text-center text-sm text-muted`}>
        The file could not be loaded.
        <Button size="small" onClick={tryAgain}>
          Try again
        </Button>
      </div>
    );
  if (file.type === 'application/pdf') return <Document url={file.url} name={name} />;
  return (
    <Picture key={file.url} url={file.url} alt={name} shortcuts={shortcuts} onPicture={onPicture} />
  );
}
