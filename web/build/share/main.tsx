import { createRoot } from 'react-dom/client';
import './share.css';
import { SharePicture } from './SharePicture';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no place for the picture');
createRoot(root).render(<SharePicture />);
