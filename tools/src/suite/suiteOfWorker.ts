import { type Offset, readOffset } from './ports';

const SECOND_WORKER = '1';

/**
 * Offset of the suite that the journeys of this process have to themselves: where there is a second one, that of the
 * second of Playwright's two workers.
 */
export function suiteOfWorker(): Offset {
  const first = readOffset(process.env['PORT_OFFSET'], 0);
  const isSecond = process.env['TEST_PARALLEL_INDEX'] === SECOND_WORKER;
  return isSecond ? readOffset(process.env['SECOND_PORT_OFFSET'], first) : first;
}
