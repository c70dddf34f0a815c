/** The parts of the OpenAPI document that the reference shows, and from which its code samples are made. */

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  enum?: readonly string[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  examples?: readonly unknown[];
}

export type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Content;
  readonly 'x-problem-codes'?: readonly string[];
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly example?: unknown;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-codeSamples'?: readonly { readonly lang: string; readonly label: string; readonly source: string }[];
}

type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export interface Description {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Operations;
  readonly webhooks: Operations;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly 'x-base-url': string;
  readonly 'x-problems': readonly {
    readonly code: string;
    readonly status: number;
    readonly title: string;
    readonly cause: string;
    readonly remedy: string;
    readonly retryable: boolean;
  }[];
}

/** An operation with its place; of a webhook, the client receives the request. */
export interface Placed {
  readonly method: string;
  /** Null: of a webhook. */
  readonly path: string | null;
  readonly operation: Operation;
}

export function operationsOf({ paths, webhooks }: Description, tag: string): Placed[] {
  const all = [...placed(paths), ...placed(webhooks).map(one => ({ ...one, path: null }))];
  return all.filter(({ operation }) => operation.tags[0] === tag);
}

function placed(operations: Operations): { method: string; path: string; operation: Operation }[] {
  return Object.entries(operations).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}
