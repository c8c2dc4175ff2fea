import type { ReactNode } from 'react';
import { useOnline } from '../../data/core/useOnline';
import { Card } from '../../ui/Card';
import { Notice } from '../../ui/Notice';

export const Section = ({
  id,
  title,
  about,
  children,
}: {
  /** Anchor in the URL. */
  id: string;
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) => (
  <Card
    id={id}
    aria-labelledby={`${id}-title`}
    className="grid scroll-mt-24 gap-4 p-4 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8 lg:p-5"
  >
    <div className="grid content-start gap-1">
      <h2 id={`${id}-title`} className="text-base">
        {title}
      </h2>
      {about !== undefined && <p className="text-sm text-pretty text-muted">{about}</p>}
    </div>
    <div className="grid min-w-0 content-start gap-4">{children}</div>
  </Card>
);

export const OfflineNotice = ({ what }: { what: string }) =>
  useOnline() ? null : <Notice>{`You are offline. ${what} needs a connection.`}</Notice>;
