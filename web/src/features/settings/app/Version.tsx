import { WHATS_NEW } from '../../../content/appNews';
import { buildName } from '../../../data/core/environment';
import { useUpdate } from '../../../data/pwa/appState';
import { Button } from '../../../ui/Button';

const News = ({ words, news }: { words: string; news: readonly string[] }) => (
  <details className="text-sm">
    <summary className="min-h-11 content-center text-muted lg:min-h-8">{words}</summary>
    <ul className="grid list-disc gap-1 pl-5">
      {news.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  </details>
);

/** Which version runs here, and the way to a newer one that is ready. */
export function Version() {
  const update = useUpdate();
  const next = update?.build;
  const words = next ? `New in ${next.name}` : `New in ${WHATS_NEW.version}`;
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">
          Version <span className="font-semibold tabular-nums">{buildName()}</span>{' '}
          <span className="text-muted">
            {update ? 'A newer version is ready.' : 'No newer version is waiting.'}
          </span>
        </p>
        {update && (
          <Button size="small" onClick={update.apply}>
            Update now
          </Button>
        )}
      </div>
      <News words={words} news={next?.news ?? WHATS_NEW.news} />
    </div>
  );
}
