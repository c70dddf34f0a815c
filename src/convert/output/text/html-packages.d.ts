/** What docconv uses of packages without types, or whose types need those of a browser. */

declare module '@mixmark-io/domino' {
  export interface HtmlAttribute {
    readonly name: string;
    readonly value: string;
  }
  export interface HtmlElement {
    readonly localName: string;
    readonly outerHTML: string;
    readonly className: string;
    readonly parentElement: HtmlElement | null;
    readonly previousElementSibling: HtmlElement | null;
    readonly attributes: ArrayLike<HtmlAttribute>;
    textContent: string;
    getAttribute(name: string): string | null;
    setAttribute(name: string, value: string): void;
    removeAttribute(name: string): void;
    remove(): void;
  }
  export interface HtmlDocument {
    readonly documentElement: HtmlElement;
    readonly body: HtmlElement;
    createTreeWalker(root: HtmlDocument, what: number): { nextNode(): unknown; readonly currentNode: HtmlElement };
  }
  const domino: { createDocument(html: string): HtmlDocument };
  export default domino;
}

declare module 'turndown' {
  import type { HtmlElement } from '@mixmark-io/domino';

  export interface Rule {
    filter(node: HtmlElement): boolean;
    replacement(content: string, node: HtmlElement): string;
  }
  export default class TurndownService {
    constructor(options: Readonly<Record<string, string>>);
    use(plugin: unknown): this;
    remove(names: readonly string[]): this;
    addRule(name: string, rule: Rule): this;
    turndown(root: HtmlElement): string;
  }
}

declare module '@joplin/turndown-plugin-gfm' {
  export const gfm: unknown;
}
