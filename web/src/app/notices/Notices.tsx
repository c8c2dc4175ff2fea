import { ClockNotice } from './ClockNotice';
import { EvictionNotice } from './EvictionNotice';
import { StorageNotice } from './StorageNotice';
import { UpdateNotice } from './UpdateNotice';

/** What the member should know about this device and this build. */
export const Notices = () => (
  <>
    <UpdateNotice />
    <ClockNotice />
    <StorageNotice />
    <EvictionNotice />
  </>
);
