/** What may be appended to a signed file as an update: alterations that no signature permits, and one that all permit. */
import {
  dict,
  dictWith,
  formFields,
  openPdf,
  PdfArray,
  PdfName,
  type PdfObject,
  type PdfRef,
  type PdfRevision,
  PdfString,
  pageList,
  textOf,
  textString,
  Update,
} from '../../src/pdf/index.js';

type Alteration = (update: Update, latest: PdfRevision) => void;

const list = (...items: PdfObject[]): PdfArray => new PdfArray(items, null);
const name = (value: string): PdfName => new PdfName(value);

const firstPage = (latest: PdfRevision) => pageList(latest, 1)!.pages[0]!;

function replaceCatalog(update: Update, entries: Readonly<Record<string, PdfObject>>): void {
  const { revision } = update;
  update.replace(revision.trailer.get('Root') as PdfRef, dictWith(revision.root!, entries));
}

/** Paints after the content of the first page. */
const painting =
  (content: string): Alteration =>
  (update, latest) => {
    const page = firstPage(latest);
    const added = update.addStream(dict({}), Buffer.from(`q ${content} Q`));
    const written = latest.get(page.dict, 'Contents');
    const parts = written instanceof PdfArray ? written.items : [page.dict.get('Contents')!];
    update.replace(page.ref!, dictWith(page.dict, { Contents: list(...parts, added) }));
  };

/** Of a text field without a value. */
const emptyWidget = (latest: PdfRevision) =>
  formFields(latest).find(({ type, value }) => type === 'Tx' && !textIn(latest, value))!.widgets[0]!;

function textIn(latest: PdfRevision, written: PdfObject): string {
  const value = latest.resolve(written);
  return value instanceof PdfString ? textOf(value.bytes) : '';
}

const misstating: Alteration = (update, latest) => {
  const widget = emptyWidget(latest);
  const font = dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') });
  const entries = dict({
    Type: name('XObject'),
    Subtype: name('Form'),
    BBox: list(0, 0, 200, 20),
    Resources: dict({ Font: dict({ F: font }) }),
  });
  const look = update.addStream(entries, Buffer.from('/Tx BMC BT /F 12 Tf 2 5 Td (Somebody Else) Tj ET EMC'));
  update.replace(widget.ref!, dictWith(widget.dict, { AP: dict({ N: look }) }));
};

const removing: Alteration = (update, latest) => {
  const page = firstPage(latest);
  const widget = emptyWidget(latest);
  const rest = latest.getArray(page.dict, 'Annots')!.items.filter(item => latest.resolve(item) !== widget.dict);
  update.replace(page.ref!, dictWith(page.dict, { Annots: list(...rest) }));
};

const annotating: Alteration = (update, latest) => {
  const page = firstPage(latest);
  const link = dict({
    Type: name('Annot'),
    Subtype: name('Link'),
    Rect: list(50, 20, 150, 40),
    A: dict({ S: name('Launch'), F: textString('setup.exe') }),
  });
  const annotations = latest.getArray(page.dict, 'Annots')?.items ?? [];
  update.replace(page.ref!, dictWith(page.dict, { Annots: list(...annotations, update.add(link)) }));
};

const attaching: Alteration = update => {
  const file = update.addStream(dict({ Type: name('EmbeddedFile') }), Buffer.from('We agree to pay 9000.'));
  const description = dict({ Type: name('Filespec'), F: textString('contract.txt'), EF: dict({ F: file }) });
  const files = dict({ Names: list(textString('contract.txt'), update.add(description)) });
  replaceCatalog(update, { Names: dict({ EmbeddedFiles: files }) });
};

const bookmarking: Alteration = (update, latest) => {
  const [outlines, item] = [update.reserve(), update.reserve()];
  const page = list(firstPage(latest).ref!, name('Fit'));
  update.replace(item, dict({ Title: textString('9000 are due'), Parent: outlines, Dest: page }));
  update.replace(outlines, dict({ Type: name('Outlines'), First: item, Last: item, Count: 1 }));
  replaceCatalog(update, { Outlines: outlines });
};

const scripting: Alteration = update =>
  replaceCatalog(update, { OpenAction: dict({ S: name('JavaScript'), JS: textString('app.alert("9000")') }) });

const describing: Alteration = update => {
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- Agreement --></x:xmpmeta>';
  const entries = dict({ Type: name('Metadata'), Subtype: name('XML') });
  replaceCatalog(update, { Metadata: update.addStream(entries, Buffer.from(xmp)) });
};

const PAGE: Readonly<Record<string, Alteration>> = {
  'another text on the page': painting('BT /Helvetica 14 Tf 300 700 Td (and 9000 more) Tj ET'),
  'a white area on the page': painting('1 g 40 740 500 80 re f'),
};
const OTHERS: readonly (readonly [what: string, alteration: Alteration])[] = Object.entries({
  'a field that shows another text': misstating,
  'a field less': removing,
  'a link to a program': annotating,
  'an attachment': attaching,
  'a bookmark': bookmarking,
  'a script on opening': scripting,
});
const METADATA = 'metadata';

export interface Altered {
  readonly how: string;
  readonly isPermitted: boolean;
  readonly file: Buffer;
}

/** The page is altered twice; of what else can be, each file has one thing in turn. */
export async function alterationsOf(file: Buffer, turn: number): Promise<Altered[]> {
  const { latest } = await openPdf(file);
  const altered = (how: string, alteration: Alteration, isPermitted = false): Altered => {
    const update = new Update(latest);
    alteration(update, latest);
    return { how, isPermitted, file: update.appendTo(file) };
  };
  const [other, alteration] = OTHERS[turn % OTHERS.length]!;
  return [
    ...Object.entries(PAGE).map(([how, painted]) => altered(how, painted)),
    altered(other, alteration),
    ...(turn % OTHERS.length === 0 ? [altered(METADATA, describing, true)] : []),
  ];
}
