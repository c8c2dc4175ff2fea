export const BrandMark = ({ size = 20 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden className="shrink-0">
    <path d="M2 14 7 9l3 3 8-8" stroke="var(--accent)" strokeWidth="2.2" strokeLinecap="square" />
    <path d="M2 18.5h16" stroke="var(--faint)" strokeWidth="1.4" strokeDasharray="2 2" />
  </svg>
);
