import 'react-dom/client';

// React runs in a task of its own, and what uses it in the next: a slow phone answers a touch in between.
void import('./show').then(({ show }) => show());
