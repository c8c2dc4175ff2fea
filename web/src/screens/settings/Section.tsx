import { type EndpointName, endpoints } from '@quantalgo/contracts';
import type { ReactNode } from 'react';
import { useOnline } from '../../data/core/useOnline';
import { Card } from '../../ui/Card';
import { Notice } from '../../ui/Notice';

/** One part of the hub: what it is at the left on wide screens, what can be done at the right. */
export const Section = ({
  id,
  title,
  about,
  children,
}: {
  /** Anchor of its address. */
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

/** Says that what stands here needs a connection, while there is none. */
export const OnlineOnly = ({ what }: { what: string }) =>
  useOnline() ? null : <Notice>You are offline. {what} needs a connection.</Notice>;

/** What is said of a call that failed where the server gave no words. */
export const failureWords = (name: EndpointName) => ({
  wordless: endpoints[name].failure,
  unanswered: 'Network error. Please check your connection and try again.',
});
