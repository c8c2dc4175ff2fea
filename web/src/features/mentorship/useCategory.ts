import { useSearchParams } from 'react-router-dom';
import { CATEGORIES, type Category } from '../../content/mentorship';

const PARAMETER = 'category';

/** The category that the address names, so that it can be linked to and survives a reload; all without one. */
export function useCategory(): readonly [Category, (category: Category) => void] {
  const [parameters, setParameters] = useSearchParams();
  const category = CATEGORIES.find((one) => one === parameters.get(PARAMETER)) ?? 'all';
  const choose = (next: Category) =>
    setParameters(next === 'all' ? {} : { [PARAMETER]: next }, { replace: true });
  return [category, choose];
}
