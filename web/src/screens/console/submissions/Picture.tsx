import { formatCount } from '@quantalgo/contracts/core/format';
import { type LucideIcon, RotateCw, ScanSearch, ZoomIn, ZoomOut } from 'lucide-react';
import { type PointerEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button';
import { useShortcuts } from '../Shortcuts';

const TOOLS: readonly {
  readonly command: ViewCommand;
  readonly label: string;
  readonly key: string;
  readonly Icon: LucideIcon;
}[] = [
  { command: 'closer', label: 'Zoom in', key: '+', Icon: ZoomIn },
  { command: 'farther', label: 'Zoom out', key: '-', Icon: ZoomOut },
  { command: 'whole', label: 'Whole image', key: '0', Icon: ScanSearch },
  { command: 'turn', label: 'Turn', key: 'T', Icon: RotateCw },
];

export const FRAME =
  'relative grid h-[45dvh] lg:h-[min(34rem,65dvh)] place-items-center overflow-hidden rounded-lg bg-sunk';

export function Picture({
  url,
  alt,
  shortcuts,
  onPicture,
  below,
}: {
  url: string;
  alt: string;
  shortcuts: boolean;
  /** Called once the image is displayed. */
  onPicture?: ((image: HTMLImageElement) => void) | undefined;
  /** Defaults to the image's size. */
  below?: ReactNode;
}) {
  const { measure, run, drag, keys, transform, isZoomed, size } = useView();
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
        {TOOLS.map(({ command, label, key, Icon }) => (
          <Button
            key={command}
            size="small"
            className="px-3!"
            aria-label={label}
            aria-keyshortcuts={key}
            title={`${label} (${key})`}
            onClick={() => run(command)}
          >
            <Icon size={18} aria-hidden />
          </Button>
        ))}
      </div>
      {below ?? (
        <p className="min-h-4 text-center text-xs text-muted tabular-nums">
          {size && `${formatCount(size.width)} × ${formatCount(size.height)} pixels`}
        </p>
      )}
    </div>
  );
}

/** Only a zoomed image moves. Otherwise the arrow keys scroll the page. */
const isMoveKey = (key: string) => key.startsWith('Arrow');

function useView() {
  const [view, setView] = useState<View>(WHOLE);
  const [sideways, setSideways] = useState(1);
  const [size, setSize] = useState<Size | null>(null);
  const [zoomLimit, setZoomLimit] = useState(MAX_ZOOM);
  const run = (command: ViewCommand) => setView(applyViewCommand(view, command, zoomLimit));
  const measure = ({
    parentElement,
    naturalWidth: width,
    naturalHeight: height,
  }: HTMLImageElement) => {
    setSize({ width, height });
    if (!parentElement) return;
    const frame = parentElement.getBoundingClientRect();
    setSideways(getSidewaysScale(frame, { width, height }));
    setZoomLimit(getMaxZoom(frame, { width, height }));
  };
  const drag = ({ buttons, movementX, movementY }: PointerEvent) => {
    if (buttons === 1 && view.zoom > 1)
      setView({ ...view, x: view.x + movementX, y: view.y + movementY });
  };
  const keys = Object.fromEntries(
    Object.entries(VIEW_KEYS)
      .filter(([key]) => view.zoom > 1 || !isMoveKey(key))
      .map(([key, command]) => [key, () => run(command)]),
  );
  const { x, y, turn, zoom } = view;
  const scale = turn % 180 === 0 ? zoom : zoom * sideways;
  const transform = `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`;
  return { measure, run, drag, keys, transform, isZoomed: zoom > 1, size };
}

/** `x` and `y` are the offset from the centre, in px. */
interface View {
  readonly zoom: number;
  /** Degrees clockwise. */
  readonly turn: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE: View = { zoom: 1, turn: 0, x: 0, y: 0 };

const ZOOM_STEP = 1.5;

/** Maximum for ordinary images. {@link getMaxZoom} allows more for long ones. */
const MAX_ZOOM = 8;

/** A zoom of 1 fits the whole image. A long image's maximum is twice its actual size. */
export const getMaxZoom = (frame: Size, picture: Size): number =>
  frame.width * frame.height === 0
    ? MAX_ZOOM
    : Math.max(MAX_ZOOM, (2 * picture.width) / frame.width, (2 * picture.height) / frame.height);

const MOVE_STEP_PX = 60;

type ViewCommand = 'closer' | 'farther' | 'whole' | 'turn' | 'left' | 'right' | 'up' | 'down';

const moveBy = (view: View, x: number, y: number): View =>
  view.zoom > 1 ? { ...view, x: view.x + x, y: view.y + y } : view;

/** Zooming out to the whole image also centres it. */
export function applyViewCommand(view: View, command: ViewCommand, limit = MAX_ZOOM): View {
  switch (command) {
    case 'closer':
      return { ...view, zoom: Math.min(limit, view.zoom * ZOOM_STEP) };
    case 'farther':
      return view.zoom / ZOOM_STEP <= 1
        ? { ...WHOLE, turn: view.turn }
        : { ...view, zoom: view.zoom / ZOOM_STEP };
    case 'whole':
      return { ...WHOLE, turn: view.turn };
    case 'turn':
      return { ...WHOLE, turn: (view.turn + 90) % 360 };
    case 'left':
      return moveBy(view, MOVE_STEP_PX, 0);
    case 'right':
      return moveBy(view, -MOVE_STEP_PX, 0);
    case 'up':
      return moveBy(view, 0, MOVE_STEP_PX);
    case 'down':
      return moveBy(view, 0, -MOVE_STEP_PX);
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Scale for a picture turned by 90°, so that it still fits its frame. */
export function getSidewaysScale(frame: Size, picture: Size): number {
  if (frame.width * frame.height * picture.width * picture.height === 0) return 1;
  const upright = Math.min(frame.width / picture.width, frame.height / picture.height, 1);
  const sideways = Math.min(frame.width / picture.height, frame.height / picture.width, 1);
  return sideways / upright;
}

/** By `KeyboardEvent.key`. */
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
