import { later } from '../later';
import { ClockNotice } from './ClockNotice';
import { EvictionNotice } from './EvictionNotice';
import { StorageNotice } from './StorageNotice';
import { UpdateNotice } from './UpdateNotice';

const InstallNotice = later(async () => (await import('./InstallNotice')).InstallNotice);

/** What the member should know about this device and this build. */
export const Notices = ({ uid }: { uid: string }) => (
  <>
    <UpdateNotice />
    <ClockNotice />
    <StorageNotice />
    <EvictionNotice />
    <InstallNotice uid={uid} />
  </>
);
