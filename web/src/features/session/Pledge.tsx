import { BRAND } from '@quantalgo/contracts';

/** Beside the login on wide screens: what the product promises, over the rising line of its mark. */
export const Pledge = () => (
  <aside className="relative hidden overflow-hidden border-l border-line-soft bg-sunk lg:block">
    <svg
      viewBox="0 0 640 400"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      aria-hidden
      className="absolute inset-x-0 bottom-0 h-3/5 w-full"
    >
      <path d="M0 372h640" stroke="var(--line)" strokeWidth="6" strokeDasharray="24 8" />
      <path
        d="M-20 340 120 220 190 262 300 150 392 214 500 104 560 140 660 30"
        stroke="var(--accent)"
        strokeWidth="5"
      />
    </svg>
    <p className="relative max-w-xl p-14 text-2xl font-semibold tracking-tight text-balance xl:p-20">
      {BRAND.description}
    </p>
  </aside>
);
