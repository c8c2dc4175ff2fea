import type { Device } from '@quantalgo/contracts';
import { call } from '../api/call';
import { adopt } from './adopt';

/** The member's open sessions, last seen first. @throws ApiError @throws NetworkError */
export const devices = async (): Promise<Device[]> => (await call('devices', {})).data;

/** Signs one device out. @throws ApiError @throws NetworkError */
export async function endDevice(id: string): Promise<void> {
  await call('endDevice', { params: { id } });
}

/** Signs every device but this one out. @throws ApiError @throws NetworkError */
export async function endOtherDevices(): Promise<void> {
  await adopt((await call('endOtherDevices', {})).data);
}
