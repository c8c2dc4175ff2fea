import { Banner } from './frame/Banner';
import { EmbeddedNotice } from './frame/EmbeddedNotice';
import { SiteFooter } from './frame/SiteFooter';
import { SiteHeader } from './frame/SiteHeader';
import { SkipLink } from './frame/SkipLink';
import { StickyAction } from './frame/StickyAction';
import { Hero } from './hero/Hero';
import { About } from './sections/About';
import { Claims } from './sections/Claims';
import { Countries } from './sections/Countries';
import { Features } from './sections/Features';
import { Pricing } from './sections/Pricing';
import { Reviews } from './sections/Reviews';
import { Steps } from './sections/Steps';
import { Urgent } from './sections/Urgent';

/** The landing page, as the build prerenders it. */
export const LandingPage = () => (
  <>
    <SkipLink />
    <Banner />
    <SiteHeader />
    <main id="main" tabIndex={-1}>
      <Hero />
      <Features />
      <Steps />
      <About />
      <Claims />
      <Pricing />
      <Countries />
      <Reviews />
      <Urgent />
    </main>
    <SiteFooter className="pb-20" />
    <StickyAction />
    <EmbeddedNotice />
  </>
);
