import { TextPage } from '../../screens/legal/LegalPage';
import { Explanation, VERIFY } from '../../screens/record/Explanation';
import { Verifier } from '../../screens/record/Verifier';

export const VERIFIER_ID = 'verifier';

export const VerifyPage = () => (
  <TextPage title={VERIFY.title} intro={VERIFY.intro}>
    <div id={VERIFIER_ID}>
      <Verifier />
    </div>
    <Explanation />
  </TextPage>
);
