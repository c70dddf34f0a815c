/** Documents that show pictures, two centimetres wide, one below the other. */
import { documents, type Fixture } from '../documents.js';
import { COLOURED, type ColouredPicture, type PictureName } from './coloured.js';
import { edited, openTextWith, slideWith, wordWith } from './with.js';

const SIDE = 720_000; // 2 cm in EMU
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const SVG_BLIP = 'http://schemas.microsoft.com/office/drawing/2016/SVG/main';

export type IllustratedFormat = keyof typeof MAKERS;

/** The pictures that a format can contain. */
export const PICTURES_OF: Readonly<Record<IllustratedFormat, readonly PictureName[]>> = {
  docx: ['png', 'jpg', 'gif', 'bmp', 'tiff', 'svg', 'emf', 'wmf'],
  pptx: ['png', 'jpg', 'gif', 'bmp', 'tiff', 'svg', 'emf', 'wmf'],
  xlsx: ['png', 'jpg', 'gif', 'bmp', 'tiff', 'svg', 'emf', 'wmf'],
  odt: ['png', 'jpg', 'gif', 'bmp', 'tiff', 'svg', 'emf', 'wmf'],
  odp: ['png', 'jpg', 'gif', 'bmp', 'tiff', 'svg', 'emf', 'wmf'],
  ods: ['png', 'jpg', 'gif', 'bmp', 'tiff', 'svg', 'emf', 'wmf'],
  rtf: ['png', 'jpg', 'emf', 'wmf'],
  html: ['png', 'jpg', 'gif', 'bmp', 'tiff', 'svg'],
};

/** With all kinds of pictures, or with these. */
export function illustrated(
  format: IllustratedFormat,
  pictures: readonly ColouredPicture[] = PICTURES_OF[format].map(name => COLOURED[name]),
): Fixture {
  const fixture = MAKERS[format](pictures);
  return { ...fixture, name: `illustrated.${format}`, text: '' };
}

const MAKERS = {
  docx(pictures: readonly ColouredPicture[]) {
    const xml = pictures.map((picture, i) => {
      const extent = `<wp:extent cx="${SIDE}" cy="${SIDE}"/><wp:docPr id="${i + 1}" name="p"/>`;
      const inline = `<wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">${extent}${graphic(picture, i)}</wp:inline>`;
      return `<w:p><w:r><w:drawing>${inline}</w:drawing></w:r></w:p>`;
    });
    return wordWith(xml.join(''), officeParts('word', 'word/_rels/document.xml.rels', pictures));
  },
  pptx(pictures: readonly ColouredPicture[]) {
    const shapes = pictures.map((picture, i) =>
      pictureElement('p', picture, i, (i % 4) * 2 + 1, Math.floor(i / 4) * 3 + 1),
    );
    return slideWith(shapes.join(''), officeParts('ppt', 'ppt/slides/_rels/slide1.xml.rels', pictures));
  },
  xlsx(pictures: readonly ColouredPicture[]) {
    const drawing = 'xl/drawings/drawing1.xml';
    const anchors = pictures.map((picture, i) => {
      const from = `<xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${5 * i}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>`;
      const extent = `<xdr:ext cx="${SIDE}" cy="${SIDE}"/>`;
      return `<xdr:oneCellAnchor>${from}${extent}${pictureElement('xdr', picture, i, 0, 2 * i)}<xdr:clientData/></xdr:oneCellAnchor>`;
    });
    const spreadsheet = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
    const parts = officeParts('xl', 'xl/drawings/_rels/drawing1.xml.rels', pictures);
    const types = parts['[Content_Types].xml'];
    return edited(documents.xlsx(''), {
      ...parts,
      [drawing]: `<xdr:wsDr xmlns:xdr="${spreadsheet}" xmlns:a="${A}" xmlns:r="${R}">${anchors.join('')}</xdr:wsDr>`,
      'xl/worksheets/_rels/sheet1.xml.rels': relationships([['drawing', '/xl/drawings/drawing1.xml']]),
      'xl/worksheets/sheet1.xml': text =>
        text
          .replace('<worksheet ', `<worksheet xmlns:r="${R}" `)
          .replace('</worksheet>', '<drawing r:id="rId0"/></worksheet>'),
      '[Content_Types].xml': text =>
        types(text).replace(
          '</Types>',
          `<Override PartName="/${drawing}" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/></Types>`,
        ),
    });
  },
  odt: (pictures: readonly ColouredPicture[]) => {
    const frames = pictures.map((_, i) => `<text:p>${frame(pictures, i, 'text:anchor-type="as-char"')}</text:p>`);
    return openTextWith(frames.join(''), '', openParts(pictures));
  },
  odp: (pictures: readonly ColouredPicture[]) => {
    const frames = pictures.map((_, i) => frame(pictures, i, place(i)));
    return openWith(documents.odp(''), '</draw:page>', frames.join(''), pictures);
  },
  ods: (pictures: readonly ColouredPicture[]) => {
    const shapes = `<table:shapes>${pictures.map((_, i) => frame(pictures, i, place(i))).join('')}</table:shapes>`;
    return openWith(documents.ods('x'), '<table:table-row>', shapes, pictures);
  },
  rtf(pictures: readonly ColouredPicture[]) {
    const kinds: Record<string, string> = { png: 'pngblip', jpg: 'jpegblip', emf: 'emfblip', wmf: 'wmetafile8' };
    const groups = pictures.map(({ extension, bytes }) => {
      // a WMF without the header for placing it ([MS-WMF] 2.3.2.3)
      const data = extension === 'wmf' ? bytes.subarray(22) : bytes;
      const size = '\\picw2000\\pich2000\\picwgoal1134\\pichgoal1134';
      return `{\\pict\\${kinds[extension]}${size} ${data.toString('hex')}}\\par`;
    });
    return { ...documents.rtf(), bytes: Buffer.from(`{\\rtf1\\ansi ${groups.join('\n')}}`) };
  },
  html(pictures: readonly ColouredPicture[]) {
    const images = pictures.map(
      ({ mediaType, bytes }) =>
        `<p><img width="75" height="75" src="data:${mediaType};base64,${bytes.toString('base64')}"></p>`,
    );
    return { ...documents.html(), bytes: Buffer.from(`<!DOCTYPE html><html><body>${images.join('')}</body></html>`) };
  },
};

/** The pictures of a package, with a relationship for each. */
function officeParts(folder: string, relations: string, pictures: readonly ColouredPicture[]) {
  const types = pictures.map(
    ({ extension, mediaType }) => `<Default Extension="${extension}" ContentType="${mediaType}"/>`,
  );
  const targets = pictures.map(({ extension }) => ['image', `/${folder}/media/p.${extension}`] as const);
  const media = pictures.map(({ extension, bytes }) => [`${folder}/media/p.${extension}`, bytes] as const);
  return {
    ...Object.fromEntries(media),
    [relations]: relationships(targets),
    '[Content_Types].xml': (text: string) => text.replace('<Default ', `${types.join('')}<Default `),
  };
}

function relationships(rows: readonly (readonly [kind: string, target: string])[]): string {
  const all = rows.map(([kind, target], i) => `<Relationship Id="rId${i}" Type="${R}/${kind}" Target="${target}"/>`);
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
}

function graphic(picture: ColouredPicture, index: number): string {
  const namespace = 'http://schemas.openxmlformats.org/drawingml/2006/picture';
  const content = pictureElement('pic', picture, index, 0, 0).replace(
    '<pic:pic>',
    `<pic:pic xmlns:pic="${namespace}">`,
  );
  return `<a:graphic xmlns:a="${A}"><a:graphicData uri="${namespace}">${content}</a:graphicData></a:graphic>`;
}

/** `x` and `y` in centimetres. */
function pictureElement(prefix: string, { extension }: ColouredPicture, index: number, x: number, y: number): string {
  const number = `id="${index + 2}" name="p"`;
  const application = prefix === 'p' ? '<p:nvPr/>' : '';
  const ids = `<${prefix}:nvPicPr><${prefix}:cNvPr ${number}/><${prefix}:cNvPicPr/>${application}</${prefix}:nvPicPr>`;
  const embedded = `r:embed="rId${index}"`;
  const uri = '{96DAC541-7B7A-43D3-8B79-37D633B846F1}';
  const vector = `<a:extLst><a:ext uri="${uri}"><asvg:svgBlip xmlns:asvg="${SVG_BLIP}" ${embedded}/></a:ext></a:extLst>`;
  const blip = `<a:blip xmlns:r="${R}" ${embedded}>${extension === 'svg' ? vector : ''}</a:blip>`;
  const fill = `<${prefix}:blipFill>${blip}<a:stretch><a:fillRect/></a:stretch></${prefix}:blipFill>`;
  const box = `<a:xfrm><a:off x="${x * 360_000}" y="${y * 360_000}"/><a:ext cx="${SIDE}" cy="${SIDE}"/></a:xfrm>`;
  const shape = `<${prefix}:spPr>${box}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></${prefix}:spPr>`;
  return `<${prefix}:pic>${ids}${fill}${shape}</${prefix}:pic>`;
}

const place = (index: number) => `svg:x="${(index % 4) * 2.5 + 1}cm" svg:y="${Math.floor(index / 4) * 3 + 1}cm"`;

function frame(pictures: readonly ColouredPicture[], index: number, place: string): string {
  const size = `svg:width="2cm" svg:height="2cm"`;
  const { extension } = pictures[index]!;
  return `<draw:frame ${place} ${size}><draw:image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="Pictures/p.${extension}"/></draw:frame>`;
}

/** Adds XML in front of the mark. */
function openWith(fixture: Fixture, mark: string, xml: string, pictures: readonly ColouredPicture[]): Fixture {
  return edited(fixture, { 'content.xml': text => text.replace(mark, xml + mark), ...openParts(pictures) });
}

function openParts(pictures: readonly ColouredPicture[]) {
  const files = pictures.map(({ extension, bytes }) => [`Pictures/p.${extension}`, bytes] as const);
  const entries = pictures.map(
    ({ extension, mediaType }) => `<m:file-entry m:full-path="Pictures/p.${extension}" m:media-type="${mediaType}"/>`,
  );
  return {
    ...Object.fromEntries(files),
    'META-INF/manifest.xml': (text: string) => text.replace('</m:manifest>', `${entries.join('')}</m:manifest>`),
  };
}
