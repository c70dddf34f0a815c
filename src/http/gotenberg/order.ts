/** A form as an order: for a request that waits and for a job, which may be done by another server. */
import type { Order } from '../work/work.js';
import type { FormFile, ReceivedForm } from './form/received.js';
import type { FormRoute } from './form/requests.js';
import type { WebhookRequest } from './webhook.js';

/** The parameter that makes an order one of these; /v1 has none of this name. */
const PARAMETER = 'gotenberg';

interface Description {
  readonly route: FormRoute;
  readonly fields: readonly (readonly [name: string, values: readonly string[]])[];
  /** Of the documents of the order: names of their parts. */
  readonly parts: readonly string[];
  /** Without extension; null: that of the document. */
  readonly outputName: string | null;
  readonly webhook: WebhookRequest | null;
}

export interface OrderedForm extends ReceivedForm, Omit<Description, 'fields' | 'parts'> {}

export const isForm = ({ parameters }: Pick<Order, 'parameters'>): boolean => PARAMETER in parameters;

export function orderOf({ fields, files, ...rest }: OrderedForm): Pick<Order, 'kind' | 'parameters' | 'documents'> {
  const description: Description = { ...rest, fields: [...fields], parts: files.map(({ field }) => field) };
  const documents = files as readonly FormFile[] as unknown as Order['documents']; // a form without files is one for a webhook
  return { kind: 'convert', parameters: { [PARAMETER]: JSON.stringify(description) }, documents };
}

export function formOf({ parameters, documents }: Pick<Order, 'parameters' | 'documents'>): OrderedForm {
  const { fields, parts, ...rest } = JSON.parse(parameters[PARAMETER]!) as Description;
  return { ...rest, fields: new Map(fields), files: documents.map((file, i) => ({ ...file, field: parts[i] ?? '' })) };
}
