import { PATHS } from '@quantalgo/contracts';
import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { Gate } from './Gate';
import { Launches } from './Launches';
import { LoadingScreen } from './LoadingScreen';
import { NotFound } from './NotFound';
import { RequireMember } from './RequireMember';
import { RequireStaff } from './RequireStaff';
import { RouteEffects } from './RouteEffects';
import { MEMBER_PAGES, PUBLIC_PAGES, Shell, Styleguide } from './routes';
import { INNER_SCREENS, SCREENS } from './screens';
import { STAFF_SCREENS } from './staffScreens';

/** Every route of the app's document; the landing page is a document of its own. */
export const App = () => (
  <>
    <RouteEffects />
    <Launches />
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
