import { TextPage } from '../../screens/legal/LegalPage';
import { Explanation, VERIFY } from '../../screens/record/Explanation';
import { Verifier } from '../../screens/record/Verifier';

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
