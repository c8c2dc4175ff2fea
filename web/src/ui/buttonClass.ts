export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'medium' | 'small';

const LOOKS: Record<ButtonLook, string> = {
  primary: 'border-action bg-action text-on-action hover:border-action-hover hover:bg-action-hover',
  secondary: 'border-line text-text hover:border-edge hover:bg-sunk',
  quiet: 'border-transparent text-muted hover:bg-sunk hover:text-text',
  danger: 'border-put text-put hover:bg-put-bg',
};

const SIZES: Record<ButtonSize, string> = {
  medium: 'min-h-12 px-5 text-base',
  small: 'min-h-11 px-4 text-sm lg:min-h-9',
};

/** How anything that looks like a button looks, whether it acts or leads somewhere. */
export const buttonClass = (look: ButtonLook, size: ButtonSize, extra = ''): string =>
  `inline-flex items-center justify-center gap-2 rounded-lg border font-semibold no-underline transition-colors aria-disabled:cursor-default aria-disabled:opacity-60 ${LOOKS[look]} ${SIZES[size]} ${extra}`;
