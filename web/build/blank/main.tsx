import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <BrowserRouter>
      <Routes>
        <Route path="*" element={<Link to="/">Blank</Link>} />
      </Routes>
    </BrowserRouter>,
  );
addEventListener('load', () => {
  void navigator.serviceWorker.register('/blank-sw.js', { scope: '/blank/' });
});
