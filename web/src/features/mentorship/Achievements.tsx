import { Award, Circle } from 'lucide-react';
import { SAMPLE_ACHIEVEMENTS } from '../../content/mentorship';
import { Panel } from '../../ui/Card';
import { SampleTag } from '../../ui/Chip';

/** What a member would have reached, and what is ahead. */
export const Achievements = () => (
  <Panel title="Achievements" aside={<SampleTag />}>
    <ul>
      {SAMPLE_ACHIEVEMENTS.map(({ name, about, reached }) => {
        const Icon = reached ? Award : Circle;
        return (
          <li key={name} className="flex items-center gap-3 border-t border-line-soft px-4 py-3">
            <Icon size={18} aria-hidden className={reached ? 'text-amber' : 'text-faint'} />
            <p className={`text-sm font-semibold ${reached ? '' : 'text-muted'}`}>
              {name}
              <span className="sr-only">{reached ? ', reached' : ', not reached yet'}</span>
              <span className="block text-xs font-normal text-muted">{about}</span>
            </p>
          </li>
        );
      })}
    </ul>
  </Panel>
);
