import { BRAND } from '../../core/brand';

/** Must equal the colours of the manifest and of the mark. */
const INK_COLOUR = '#0b1016';
const ACCENT_COLOUR = '#c8f04b';
const FAINT_COLOUR = '#6f8396';

const MARK_PX = 96;
const GRID_SIZE = 20;

function drawLaunch(width: number, height: number, scale: number): string | null {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = INK_COLOUR;
  context.fillRect(0, 0, width, height);
  const unit = (MARK_PX / GRID_SIZE) * scale;
  context.translate(width / 2 - 10 * unit, height / 2 - 10 * unit);
  context.scale(unit, unit);
  context.lineCap = 'square';
  context.lineWidth = 2.2;
  context.strokeStyle = ACCENT_COLOUR;
  context.stroke(new Path2D('M2 14 7 9l3 3 8-8'));
  context.lineCap = 'butt';
  context.lineWidth = 1.4;
  context.strokeStyle = FAINT_COLOUR;
  context.setLineDash([2, 2]);
  context.stroke(new Path2D('M2 18.5h16'));
  return canvas.toDataURL('image/png');
}

function addMeta(name: string, content: string): void {
  if (document.querySelector(`meta[name="${name}"]`)) return;
  document.head.append(Object.assign(document.createElement('meta'), { name, content }));
}

/**
 * Safari reads the name and the launch image when the page is added to the home screen. Without an
 * image of exactly this size, the launch screen is blank.
 */
export function addLaunchImages(): void {
  const scale = devicePixelRatio;
  // Safari reports the portrait size in every orientation.
  const { width, height } = screen;
  const sizes = { portrait: [width, height], landscape: [height, width] } as const;
  for (const [orientation, [cssWidth, cssHeight]] of Object.entries(sizes)) {
    const href = drawLaunch(cssWidth * scale, cssHeight * scale, scale);
    if (href === null) return;
    const media = `(orientation: ${orientation})`;
    const link = Object.assign(document.createElement('link'), { href, media });
    link.rel = 'apple-touch-startup-image';
    document.head.append(link);
  }
  addMeta('apple-mobile-web-app-title', BRAND.name);
  addMeta('apple-mobile-web-app-status-bar-style', 'default');
}
