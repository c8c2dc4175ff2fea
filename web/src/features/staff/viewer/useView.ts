import { useState, type PointerEvent } from 'react';
import { LOOK_KEYS, sidewaysScale, step, WHOLE, type Look, type View } from './view';

/** The arrows scroll the page while the whole image is in sight. */
const isMove = (key: string) => key.startsWith('Arrow');

/** How an image is being looked at, by keys, buttons and dragging. */
export function useView() {
  const [view, setView] = useState<View>(WHOLE);
  const [sideways, setSideways] = useState(1);
  const look = (how: Look) => setView(step(view, how));
  const measure = ({
    parentElement,
    naturalWidth: width,
    naturalHeight: height,
  }: HTMLImageElement) => {
    if (parentElement)
      setSideways(sidewaysScale(parentElement.getBoundingClientRect(), { width, height }));
  };
  const drag = ({ buttons, movementX, movementY }: PointerEvent) => {
    if (buttons === 1 && view.zoom > 1)
      setView({ ...view, x: view.x + movementX, y: view.y + movementY });
  };
  const keys = Object.fromEntries(
    Object.entries(LOOK_KEYS)
      .filter(([key]) => view.zoom > 1 || !isMove(key))
      .map(([key, how]) => [key, () => look(how)]),
  );
  const { x, y, turn, zoom } = view;
  const scale = turn % 180 === 0 ? zoom : zoom * sideways;
  const transform = `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`;
  return { measure, look, drag, keys, transform, isZoomed: zoom > 1 };
}
