/** The global of the component, https://scalar.com/products/api-references/configuration. */
declare const Scalar: { createApiReference(target: string, configuration: object): unknown };
