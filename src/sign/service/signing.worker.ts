/** The worker process of the signing service: parses, signs and verifies one PDF. It has neither the key nor the network. */
import { toDocconvError } from '../../errors.js';
import type { FetchRequest } from '../../fetch/index.js';
import { runWorker } from '../../isolation/worker.js';
import { parseCertificate } from '../../pki/index.js';
import { shortened } from '../../text.js';
import { readTextLayout } from '../../text-layout/index.js';
import { reopeningTrustStore } from '../../trust/index.js';
import type { LayOutText } from '../appearance/index.js';
import { publicKeyOf } from '../certificate-key.js';
import { signToLevel } from '../sign.js';
import type { Signer } from '../signer.js';
import { Dialogue, fetcherThrough, type Outgoing } from './dialogue.js';
import { MAX_REASON, type SigningEvent, type SigningStep, type WorkerConfig } from './events.js';

type Begin = Extract<SigningStep, { step: 'begin' }>;

runWorker<WorkerConfig, SigningStep, SigningEvent>(async ({ places }, certificates) => {
  const useTrust = reopeningTrustStore({ certificates, ...places });
  let dialogue = new Dialogue();

  const signed = async (
    { options, hasImage, authority }: Begin,
    [document, ...others]: Buffer[],
  ): Promise<Outgoing> => {
    const timestamps = fetcherThrough(({ body }) => dialogue.ask({ event: 'timestamp' }, body ?? new Uint8Array()));
    const tsa = authority && { ...authority, fetcher: timestamps };
    const result = await useTrust(trust => {
      const [image, ders] = hasImage ? [others[0], others.slice(1)] : [undefined, others];
      const visible = options.visible && { visible: { ...options.visible, ...(image && { image }), layOut } };
      const settings = { ...options, ...visible, trust, fetcher: fetcherThrough(asked), ...(tsa && { tsa }) };
      return signToLevel(document!, signerThrough(ders), settings);
    });
    const { pdf, level, reason } = result;
    return { result: { event: 'done', level, reason: reason && shortened(reason, MAX_REASON) }, blobs: [pdf] };
  };
  const asked = ({ url, method = 'GET', headers = {}, maxBytes, timeoutMs, body }: FetchRequest) =>
    dialogue.ask({ event: 'fetch', url, method, headers, maxBytes, timeoutMs }, body ?? new Uint8Array());
  const layOut: LayOutText = (text, widths) =>
    readTextLayout(text, widths, () => dialogue.ask({ event: 'layout', text, widths }, new Uint8Array()));
  const signerThrough = (ders: readonly Buffer[]): Signer => {
    const [certificate, ...others] = ders.map(parseCertificate);
    const publicKey = publicKeyOf(certificate!);
    return { certificate: certificate!, others, publicKey, sign: data => dialogue.ask({ event: 'sign' }, data) };
  };
  return {
    async handle(step, blobs) {
      if (step.step === 'begin') {
        dialogue = new Dialogue();
        dialogue.run(signed(step, blobs));
      } else dialogue.answer(step, blobs[0]);
      try {
        return await dialogue.next;
      } catch (thrown) {
        throw toDocconvError(thrown);
      }
    },
  };
});
