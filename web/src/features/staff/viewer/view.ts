/** How an image is looked at: how large, which way up, and how far (px) it is moved from the middle. */
export interface View {
  readonly zoom: number;
  /** Degrees clockwise. */
  readonly turn: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE: View = { zoom: 1, turn: 0, x: 0, y: 0 };

const ZOOM_STEP = 1.5;
const ZOOM_MAX = 8;
/** px of a step by key. */
const MOVE_STEP = 60;

export type Look = 'closer' | 'farther' | 'whole' | 'turn' | 'left' | 'right' | 'up' | 'down';

const moved = (view: View, x: number, y: number): View =>
  view.zoom > 1 ? { ...view, x: view.x + x, y: view.y + y } : view;

/** The view after one step of looking. What is whole again is in the middle again. */
export function step(view: View, look: Look): View {
  switch (look) {
    case 'closer':
      return { ...view, zoom: Math.min(ZOOM_MAX, view.zoom * ZOOM_STEP) };
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

/** What a picture that was turned onto its side is scaled by, so that it fills its frame as it did upright. */
export function sidewaysScale(frame: Size, picture: Size): number {
  if (frame.width * frame.height * picture.width * picture.height === 0) return 1;
  const upright = Math.min(frame.width / picture.width, frame.height / picture.height, 1);
  const sideways = Math.min(frame.width / picture.height, frame.height / picture.width, 1);
  return sideways / upright;
}

/** The keys that look, by `KeyboardEvent.key`. */
export const LOOK_KEYS: Readonly<Record<string, Look>> = {
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
