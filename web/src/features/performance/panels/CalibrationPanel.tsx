import type { PerformanceDetails, ReliabilityPoint } from '@quantalgo/contracts';
import { AsTable, figures } from '../../../ui/AsTable';
import { Panel } from '../../../ui/Card';
import { CalibrationChart } from '../charts/CalibrationChart';
import { percentText } from '../words';

const offText = (error: number | null) => (error === null ? '–' : `${error.toFixed(1)} points`);

const rowsOf = (name: string, points: readonly ReliabilityPoint[]) =>
  points.map(({ said, seen, settled }) => [
    `${name}, ${percentText(said)}`,
    percentText(seen),
    String(settled),
  ]);

/** Whether what was said came true as often as it was said. */
export const CalibrationPanel = ({ details }: { details: PerformanceDetails }) => (
  <Panel title="Said and seen">
    <CalibrationChart firstEntry={details.firstEntryReliability} fourLevels={details.reliability} />
    <p className="border-t border-line-soft px-4 py-3 text-xs text-muted tabular-nums">
      Off on average: first entry {offText(details.firstEntryCalibrationError)}, four levels{' '}
      {offText(details.calibrationError)}. On the dashed line, what was said is what happened.
    </p>
    <AsTable
      caption="What was said against what was seen"
      columns={[{ name: 'Said' }, ...['Seen', 'Signals'].map(figures)]}
      rows={[
        ...rowsOf('First entry', details.firstEntryReliability),
        ...rowsOf('Four levels', details.reliability),
      ]}
    />
  </Panel>
);
