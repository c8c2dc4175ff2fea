import { BrandMark } from '../ui/BrandMark';

/** Stands in while code and data are read: the mark where the document itself drew it, and what is being waited for. */
export const LoadingScreen = ({ words }: { words?: string }) => (
  <div role="status" className="relative grid min-h-dvh place-content-center">
    <BrandMark size={40} />
    {words !== undefined && (
      <p className="absolute inset-x-4 top-1/2 mt-10 text-center text-sm text-muted">{words}</p>
    )}
  </div>
);
