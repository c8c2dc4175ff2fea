import { audiencesOf, nextBasicSlot, nextSlotStart, type Access } from '@quantalgo/contracts';

/** When the member's next signal may come (epoch ms): at the next slot, or the next one that has a basic signal. */
export const nextSignalAt = (access: Access, now: number): number =>
  audiencesOf(access).includes('order-flow') ? nextSlotStart(now) : nextBasicSlot(now);
