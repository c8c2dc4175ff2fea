import { countText } from '@quantalgo/contracts/core/format';
import { type LucideIcon, RotateCw, ScanSearch, ZoomIn, ZoomOut } from 'lucide-react';
import { type PointerEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button';
import { useShortcuts } from '../Shortcuts';

const TOOLS: readonly {
  readonly look: ViewCommand;
  readonly words: string;
  readonly key: string;
  readonly Icon: LucideIcon;
}[] = [
  { look: 'closer', words: 'Zoom in', key: '+', Icon: ZoomIn },
  { look: 'farther', words: 'Zoom out', key: '-', Icon: ZoomOut },
  { look: 'whole', words: 'Whole image', key: '0', Icon: ScanSearch },
  { look: 'turn', words: 'Turn', key: 'T', Icon: RotateCw },
];

/** Class names of the frame of a picture, or of its placeholder. */
export const FRAME =
  'relative grid h-[45dvh] lg:h-[min(34rem,65dvh)] place-items-center overflow-hidden rounded-lg bg-sunk';

/** A picture that can be zoomed, turned and moved, with its size or other content below. */
export function Picture({
  url,
  alt,
  shortcuts,
  onPicture,
  below,
}: {
  url: string;
  alt: string;
  /** Whether the view's shortcuts are on. */
  shortcuts: boolean;
  /** Called with the image once it is displayed. */
  onPicture?: ((image: HTMLImageElement) => void) | undefined;
  /** Default: its size. */
  below?: ReactNode;
}) {
  const { measure, look, drag, keys, transform, isZoomed, size } = useView();
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
      {below ?? (
        <p className="min-h-4 text-center text-xs text-muted tabular-nums">
          {size && `${countText(size.width)} × ${countText(size.height)} pixels`}
        </p>
      )}
    </div>
  );
}

/** While the whole image is visible, the arrow keys scroll the page. */
const isMove = (key: string) => key.startsWith('Arrow');

/** State of the view of an image, controlled by keys, buttons and dragging. */
function useView() {
  const [view, setView] = useState<View>(WHOLE);
  const [sideways, setSideways] = useState(1);
  const [size, setSize] = useState<Size | null>(null);
  const [most, setMost] = useState(MAX_ZOOM);
  const look = (how: ViewCommand) => setView(step(view, how, most));
  const measure = ({
    parentElement,
    naturalWidth: width,
    naturalHeight: height,
  }: HTMLImageElement) => {
    setSize({ width, height });
    if (!parentElement) return;
    const frame = parentElement.getBoundingClientRect();
    setSideways(sidewaysScale(frame, { width, height }));
    setMost(maxZoom(frame, { width, height }));
  };
  const drag = ({ buttons, movementX, movementY }: PointerEvent) => {
    if (buttons === 1 && view.zoom > 1)
      setView({ ...view, x: view.x + movementX, y: view.y + movementY });
  };
  const keys = Object.fromEntries(
    Object.entries(VIEW_KEYS)
      .filter(([key]) => view.zoom > 1 || !isMove(key))
      .map(([key, how]) => [key, () => look(how)]),
  );
  const { x, y, turn, zoom } = view;
  const scale = turn % 180 === 0 ? zoom : zoom * sideways;
  const transform = `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`;
  return { measure, look, drag, keys, transform, isZoomed: zoom > 1, size };
}

/** A view of an image: its zoom, its rotation, and its offset (px) from the centre. */
interface View {
  readonly zoom: number;
  /** Degrees clockwise. */
  readonly turn: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE: View = { zoom: 1, turn: 0, x: 0, y: 0 };

const ZOOM_STEP = 1.5;

/** The least that every image can be enlarged. */
const MAX_ZOOM = 8;

/** The zoom (relative to the whole image) at which a pixel of a long image is two of the screen’s. */
export const maxZoom = (frame: Size, picture: Size): number =>
  frame.width * frame.height === 0
    ? MAX_ZOOM
    : Math.max(MAX_ZOOM, (2 * picture.width) / frame.width, (2 * picture.height) / frame.height);

/** Distance (px) of a move by key. */
const MOVE_STEP = 60;

type ViewCommand = 'closer' | 'farther' | 'whole' | 'turn' | 'left' | 'right' | 'up' | 'down';

const moved = (view: View, x: number, y: number): View =>
  view.zoom > 1 ? { ...view, x: view.x + x, y: view.y + y } : view;

/** The view after one step. Once the whole image is visible again, it is centred. */
export function step(view: View, look: ViewCommand, most = MAX_ZOOM): View {
  switch (look) {
    case 'closer':
      return { ...view, zoom: Math.min(most, view.zoom * ZOOM_STEP) };
    case 'farther':
      return view.zoom / ZOOM_STEP <= 1
        ? { ...WHOLE, turn: view.turn }
        : { ...view, zoom: view.zoom / ZOOM_STEP };
    case 'whole':
      return { ...WHOLE, turn: view.turn };
    case 'turn':
      return { ...WHOLE, turn: (view.turn + 90) % 360 };
    case 'left':
      return moved(view, MOVE_STEP, 0);
    case 'right':
      return moved(view, -MOVE_STEP, 0);
    case 'up':
      return moved(view, 0, MOVE_STEP);
    case 'down':
      return moved(view, 0, -MOVE_STEP);
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The scale of a picture turned by 90°, so that it fits its frame as it did upright. */
export function sidewaysScale(frame: Size, picture: Size): number {
  if (frame.width * frame.height * picture.width * picture.height === 0) return 1;
  const upright = Math.min(frame.width / picture.width, frame.height / picture.height, 1);
  const sideways = Math.min(frame.width / picture.height, frame.height / picture.width, 1);
  return sideways / upright;
}

/** Actions of the keys, by `KeyboardEvent.key`. */
const VIEW_KEYS: Readonly<Record<string, ViewCommand>> = {
  '+': 'closer',
  '=': 'closer',
  '-': 'farther',
  '0': 'whole',
  t: 'turn',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
