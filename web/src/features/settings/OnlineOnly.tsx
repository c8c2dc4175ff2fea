import { useOnline } from '../../data/core/useOnline';
import { Notice } from '../../ui/Notice';

/** Says that what stands here needs a connection, while there is none. */
export const OnlineOnly = ({ what }: { what: string }) =>
  useOnline() ? null : <Notice>You are offline. {what} needs a connection.</Notice>;
