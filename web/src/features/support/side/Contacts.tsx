import { PATHS } from '@quantalgo/contracts';
import { CHANNELS } from '../../../content/contacts';
import { OFFICIAL_NOTE } from '../../../content/support';
import { ExternalLink } from '../../../ui/Links';
import { Panel } from '../../../ui/Card';

/** Our channels, which are the only ones. */
export const Contacts = () => (
  <Panel title="Official contacts">
    <ul className="divide-y divide-line-soft border-t border-line-soft">
      {CHANNELS.map(({ name, handle, purpose, url }) => (
        <li key={url} className="grid gap-0.5 px-4 py-3 text-sm">
          <span className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="font-semibold">{name}</span>
            <ExternalLink
              href={url}
              className="flex min-h-11 items-center font-semibold underline decoration-line underline-offset-4 lg:min-h-6"
            >
              {handle}
            </ExternalLink>
          </span>
          <span className="text-muted">{purpose}</span>
        </li>
      ))}
    </ul>
    <p className="border-t border-line-soft bg-sunk px-4 py-3 text-xs text-muted">
      {OFFICIAL_NOTE}{' '}
      <a
        href={PATHS.contacts}
        className="font-semibold text-text underline decoration-line underline-offset-4"
      >
        Check a handle
      </a>
    </p>
  </Panel>
);
