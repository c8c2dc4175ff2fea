import { Section } from '../Section';
import { OfflineKit } from './OfflineKit';
import { Version } from './Version';

/** The app on this device: which version it is, and how much of it opens offline. */
export const App = () => (
  <Section id="app" title="App" about="On this device.">
    <Version />
    <OfflineKit />
  </Section>
);
