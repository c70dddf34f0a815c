/** Verifies the documents that its parent sends, and sends the answers. */
import { answerAbout, type SignedDocument } from './documents.js';

process.once('message', async (documents: SignedDocument[]) => {
  const answers: string[] = [];
  for (const document of documents) answers.push(await answerAbout(document));
  process.send!(answers, () => process.disconnect());
});
