import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/Button';
import { Skeleton } from '../../../ui/Loading';
import { FRAME, Picture } from './Picture';

/** Maximum of displayed pages: a deposit is proved on the first ones. */
const MAX_PAGES = 20;

type Page =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'here'; readonly url: string };

interface Drawn {
  /** Key of the page and attempt that was drawn. */
  readonly of: string;
  readonly page: Page;
}

/** A page of a PDF as a picture, and the number of pages once one is drawn. The PDF library is loaded on demand. */
function usePage(blob: Blob, number: number) {
  const [attempt, setAttempt] = useState(0);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [pages, setPages] = useState<number | null>(null);
  const key = `${number} ${attempt}`;
  useEffect(() => {
    let url: string | null = null;
    let current = true;
    const show = async (): Promise<Page> => {
      const { drawPage } = await import('./pdf');
      const made = await drawPage(blob, number);
      if (!current) return { state: 'failed' };
      setPages(made.pages);
      url = URL.createObjectURL(made.picture);
      return { state: 'here', url };
    };
    void show()
      .catch((): Page => ({ state: 'failed' }))
      .then((page) => {
        if (current) setDrawn({ of: key, page });
      });
    return () => {
      current = false;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [blob, number, key]);
  const page: Page = drawn?.of === key ? drawn.page : { state: 'loading' };
  return { page, pages, again: () => setAttempt((before) => before + 1) };
}

/** The pages of a PDF as pictures, one at a time: the browser never opens the document itself. */
export function PdfPages({
  blob,
  name,
  shortcuts,
}: {
  blob: Blob;
  /** Alternative text. */
  name: string;
  shortcuts: boolean;
}) {
  const [number, setNumber] = useState(1);
  const { page, pages, again } = usePage(blob, number);
  const turning =
    pages === null || pages === 1 ? (
      <p className="text-center text-xs text-muted">{pages === 1 && 'A PDF of one page'}</p>
    ) : (
      <Turning number={number} pages={pages} onTurn={setNumber} />
    );
  if (page.state === 'here')
    return (
      <Picture
        key={page.url}
        url={page.url}
        alt={`${name}, page ${number}`}
        shortcuts={shortcuts}
        below={turning}
      />
    );
  return (
    <div className="grid gap-2">
      {page.state === 'loading' ? (
        <div role="status" className={FRAME}>
          <span className="sr-only">Drawing the PDF</span>
          <Skeleton className="h-2/3 w-1/2" />
        </div>
      ) : (
        <div className={`${FRAME} content-center gap-3 p-4 text-center text-sm text-muted`}>
          This page of the PDF could not be drawn. Reject it and ask for a screenshot if it happens
          again.
          <Button size="small" onClick={again}>
            Try again
          </Button>
        </div>
      )}
      {turning}
    </div>
  );
}

/** The number of the page, and buttons to turn pages. */
function Turning({
  number,
  pages,
  onTurn,
}: {
  number: number;
  pages: number;
  onTurn: (number: number) => void;
}) {
  const last = Math.min(pages, MAX_PAGES);
  return (
    <div role="group" aria-label="Pages" className="flex items-center justify-center gap-2">
      <Button
        size="small"
        className="px-3!"
        aria-label="Previous page"
        disabled={number === 1}
        onClick={() => onTurn(number - 1)}
      >
        <ChevronLeft size={18} aria-hidden />
      </Button>
      <span className="text-xs text-muted tabular-nums">
        {`Page ${number} of ${pages}${pages > last ? `, of which ${last} are shown` : ''}`}
      </span>
      <Button
        size="small"
        className="px-3!"
        aria-label="Next page"
        disabled={number === last}
        onClick={() => onTurn(number + 1)}
      >
        <ChevronRight size={18} aria-hidden />
      </Button>
    </div>
  );
}
