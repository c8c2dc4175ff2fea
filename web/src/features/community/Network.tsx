import {
  SAMPLE_COMMUNITY_FIGURES,
  SAMPLE_COMMUNITY_LEADERS,
  SAMPLE_POSTS,
} from '../../content/community';
import { Card, Figures, Panel, SideBySide } from '../../ui/Card';
import { Ranking } from '../../ui/Ranking';
import { SampleTag } from '../../ui/Chip';
import { BotLinks } from './BotLinks';
import { PostItem } from './PostItem';

const Side = () => (
  <>
    <Panel title="Leaderboard this week" aside={<SampleTag />}>
      <Ranking caption="Leaderboard this week" traders={SAMPLE_COMMUNITY_LEADERS} />
    </Panel>
    <BotLinks />
  </>
);

/** All of the network, filled with sample content. */
export const Network = () => (
  <SideBySide side={<Side />}>
    <Card as="div" className="overflow-hidden">
      <Figures figures={SAMPLE_COMMUNITY_FIGURES} />
    </Card>
    <Panel title="Feed" aside={<SampleTag />}>
      <ul>
        {SAMPLE_POSTS.map((post) => (
          <PostItem key={post.text} post={post} />
        ))}
      </ul>
    </Panel>
  </SideBySide>
);
