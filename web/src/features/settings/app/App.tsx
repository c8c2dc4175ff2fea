import { Section } from '../Section';
import { Install } from './Install';
import { OfflineKit } from './OfflineKit';
import { Version } from './Version';

/** The app on this device: which version it is, how much of it opens offline, and whether it is installed. */
export const App = () => (
  <Section id="app" title="App" about="On this device.">
    <Version />
    <OfflineKit />
    <Install />
  </Section>
);
