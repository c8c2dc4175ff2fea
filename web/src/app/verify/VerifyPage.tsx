import { TextPage } from '../../screens/landing/LegalPage';
import { Explanation, VERIFY } from '../../screens/verify/Explanation';
import { Verifier } from '../../screens/verify/Verifier';

/** Id of the element that the document's script renders the live verifier into. */
export const VERIFIER_ID = 'verifier';

/** The prerendered page for verifying the record. */
export const VerifyPage = () => (
  <TextPage title={VERIFY.title} intro={VERIFY.intro}>
    <div id={VERIFIER_ID}>
      <Verifier />
    </div>
    <Explanation />
  </TextPage>
);
