import { canUseFeature } from '@quantalgo/contracts/access/access';
import { PATHS, stripTrailingSlash, isDocumentPath } from '@quantalgo/contracts/core/paths';
import { type ComponentType, type ReactNode, StrictMode, Suspense, useEffect, useRef } from 'react';
import {
  Navigate,
  NavigationType,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom';
import { BRAND } from '../core/brand';
import { SHARE_PATH } from '../data/core/workerProtocol';
import { followNotificationClicks } from '../data/push/messages';
import { useMember } from '../data/auth/currentSession';
import { ErrorBoundary, NotFound } from './ErrorBoundary';
import { LoadingScreen, RequireMember, RequireStaff } from './guards';
import { MEMBER_PAGES, PUBLIC_PAGES, Shell, Styleguide } from './pages';
import { getPageTitle } from './screenTable';
import { INNER_SCREENS, type InnerScreen, SCREENS, STAFF_SCREENS } from './screens';

/** The build prerenders with a static `Router`. */
export const Root = ({ Router }: { Router: ComponentType<{ children: ReactNode }> }) => (
  <StrictMode>
    <ErrorBoundary>
      <Router>
        <App />
      </Router>
    </ErrorBoundary>
  </StrictMode>
);

export const App = () => (
  <>
    <RouteEffects />
    <LaunchHandler />
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        {PUBLIC_PAGES.map(({ path, Component }) => (
          <Route key={path} path={path} element={<Component />} />
        ))}
        {Styleguide && <Route path="/styleguide" element={<Styleguide />} />}
        <Route path="/admin/users" element={<Navigate replace to={PATHS.staffUsers} />} />
        <Route element={<RequireMember />}>
          {MEMBER_PAGES.map(({ path, Component }) => (
            <Route key={path} path={path} element={<Component />} />
          ))}
          <Route path={PATHS.dashboard} element={<Shell />}>
            {[...SCREENS, ...INNER_SCREENS].map((screen) => (
              <Route key={screen.path} path={screen.path} element={<Gate screen={screen} />} />
            ))}
            <Route element={<RequireStaff />}>
              {STAFF_SCREENS.map(({ path, Component }) => (
                <Route key={path} path={path} element={<Component />} />
              ))}
            </Route>
            <Route path="*" element={<NotFound />} />
          </Route>
        </Route>
        <Route
          path="*"
          element={
            <main>
              <NotFound />
            </main>
          }
        />
      </Routes>
    </Suspense>
  </>
);

export function Gate({ screen: { Component, feature } }: { screen: InnerScreen }) {
  const member = useMember();
  return member && <Component open={canUseFeature(feature, member)} />;
}

/**
 * Sets the document's title and scrolls to the top, except when a screen writes its filters into
 * its URL.
 */
export function RouteEffects() {
  const location = useLocation();
  const { pathname } = location;
  const type = useNavigationType();
  const staff = useMember()?.staff === true;
  const previousLocation = useRef(location);
  useEffect(() => {
    const { pathname, search, hash } = previousLocation.current;
    const isFilterChange =
      location.pathname === pathname && location.search + location.hash !== search + hash;
    previousLocation.current = location;
    if (type === NavigationType.Push || (type === NavigationType.Replace && !isFilterChange))
      window.scrollTo(0, 0);
  }, [location, type]);
  useEffect(() => {
    document.title = `${getPageTitle(pathname, staff)} · ${BRAND.name}`;
  }, [pathname, staff]);
  return null;
}

function LaunchHandler() {
  const navigate = useNavigate();
  useEffect(() => {
    followLaunches((target) => {
      const effect = getLaunchEffect(target, location.pathname);
      if (effect === 'shared') void navigate(PATHS.linkTrader, { replace: true });
      else if (effect === 'screen') void navigate(target.pathname + target.search + target.hash);
      else if (effect === 'document') location.assign(target.href);
    });
  }, [navigate]);
  useEffect(
    () =>
      followNotificationClicks((to) => {
        if (isDocumentPath(to)) location.assign(to);
        else void navigate(to);
      }),
    [navigate],
  );
  return null;
}

type LaunchEffect = 'stay' | 'screen' | 'document' | 'shared';

/** The app's icon targets the dashboard and leaves the window as it is. Shortcuts navigate. */
export function getLaunchEffect(target: URL, currentPath: string): LaunchEffect {
  const path = stripTrailingSlash(target.pathname);
  if (path === PATHS.dashboard || path === stripTrailingSlash(currentPath)) return 'stay';
  // The worker has stored the picture, or Chromium has dropped it: the form shows either.
  if (path === SHARE_PATH) return currentPath === PATHS.linkTrader ? 'stay' : 'shared';
  return isDocumentPath(path) ? 'document' : 'screen';
}

/** https://wicg.github.io/web-app-launch/#launchqueue-interface */
interface LaunchQueue {
  readonly setConsumer: (
    consumer: (params: { readonly targetURL?: string | null }) => void,
  ) => void;
}

const isLaunchQueue = (value: unknown): value is LaunchQueue =>
  typeof value === 'object' && value !== null && 'setConsumer' in value;

/**
 * Handles further launches, such as icon shortcuts, while this window is open. The system only
 * brings the window to the front, so unsaved input survives.
 */
function followLaunches(onLaunch: (target: URL) => void): void {
  if (!('launchQueue' in window) || !isLaunchQueue(window.launchQueue)) return;
  window.launchQueue.setConsumer(({ targetURL }) => {
    if (typeof targetURL === 'string') onLaunch(new URL(targetURL));
  });
}
