/** Ways to paint content into a box of the page. */
import { deflated, stream } from '../../../helpers/pdf-writer.js';
import { type Box, height, type Scene, width } from './scene.js';

type Content = (scene: Scene, box: Box) => void;

const lineOf = ({ left, bottom }: Box): string => `${left} ${bottom + 12} Td`;
const TEXT = '(Pay 1,234.56 now)';

/** In a box of 100 x 36 pt or more; the ink stays within it. */
export const CONTENTS: Readonly<Record<string, Content>> = {
  text: (scene, box) => scene.paint(`BT /F1 12 Tf ${lineOf(box)} ${TEXT} Tj ET`),
  'two lines': (scene, box) =>
    scene.paint(`BT /F1 10 Tf ${box.left} ${box.bottom + 20} Td 12 TL ${TEXT} Tj ${TEXT} ' ET`),
  'text moved by TJ': (scene, { left, bottom }) =>
    scene.paint(`BT /F1 12 Tf ${left - 240} ${bottom + 12} Td [-20000 (Pay ) -500 (1,234.56)] TJ ET`),
  'text with wide spaces': (scene, box) => scene.paint(`BT /F1 12 Tf 3 Tc 8 Tw ${lineOf(box)} (Pay 1,2) Tj ET`),
  'scaled text': (scene, box) => scene.paint(`BT /F1 6 Tf 200 Tz ${lineOf(box)} (Pay 1,234) Tj ET`),
  'text of a matrix': (scene, { left, bottom }) =>
    scene.paint(`BT /F1 1 Tf 14 0 0 14 ${left} ${bottom + 12} Tm (Pay 1,234) Tj ET`),
  'raised text': (scene, { left, bottom }) => scene.paint(`BT /F1 12 Tf 20 Ts ${left} ${bottom - 8} Td ${TEXT} Tj ET`),
  'text in Type 3': (scene, { left, bottom }) => {
    const glyph = scene.add(stream('900 0 d0 0 0 700 700 re f'));
    const font = scene.add(
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</a ${glyph} 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[900]>>`,
    );
    scene.paint(`BT /${scene.resource('Font', font)} 12 Tf ${left} ${bottom + 12} Td (aaaa) Tj ET`);
  },
  image: (scene, box) => {
    const data = Buffer.from([0, 255, 0, 255, 255, 0, 255, 0, 0, 255, 0, 255]);
    const image = scene.add(
      deflated(data, '/Type/XObject/Subtype/Image/Width 4/Height 3/BitsPerComponent 8/ColorSpace/DeviceGray'),
    );
    scene.paint(`${placed(box)} cm /${scene.resource('XObject', image)} Do`);
  },
  'inline image': (scene, box) =>
    scene.paint(`${placed(box)} cm BI /W 4 /H 2 /BPC 8 /CS /G /F /AHx ID 00FF00FFFF00FF00> EI`),
  'a page-sized image': (scene, box) => scene.scan(box),
  'a nested form': (scene, { left, bottom }) => {
    const text = scene.add(
      stream(`BT /F1 12 Tf 0 12 Td ${TEXT} Tj ET`, `${FORM}[0 0 100 36]/Resources<</Font<</F1 7 0 R>>>>`),
    );
    const outer = scene.add(
      stream('/In Do', `${FORM}[0 0 200 200]/Matrix[1 0 0 1 20 10]/Resources<</XObject<</In ${text} 0 R>>>>`),
    );
    scene.paint(`1 0 0 1 ${left - 20} ${bottom - 10} cm /${scene.resource('XObject', outer)} Do`);
  },
  'a tiling pattern': (scene, { left, bottom }) => {
    const pattern = scene.add(
      stream(
        '0 0 4 4 re f',
        '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 8 8]/XStep 8/YStep 8/Resources<<>>',
      ),
    );
    scene.paint(`/Pattern cs /${scene.resource('Pattern', pattern)} scn ${left} ${bottom} 100 36 re f`);
  },
  'a shading': (scene, { left, bottom }) => {
    const coords = `[${left} 0 ${left + 100} 0]`;
    const shading = scene.add(
      `<</ShadingType 2/ColorSpace/DeviceGray/Coords${coords}/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[0.8]/N 1>>/Extend[false false]>>`,
    );
    scene.paint(`${left} ${bottom} 100 36 re W n /${scene.resource('Shading', shading)} sh`);
  },
  'a table': (scene, { left, bottom }) =>
    scene.paint(
      `0.5 w ${left} ${bottom} 100 36 re ${left} ${bottom + 18} m ${left + 100} ${bottom + 18} l S BT /F1 10 Tf ${left + 4} ${bottom + 5} Td (1,234.56) Tj 0 18 Td (Total) Tj ET`,
    ),
  'white text on dark background': (scene, { left, bottom }) =>
    scene.paint(
      `0 0 0.5 rg ${left} ${bottom} 100 36 re f 1 g BT /F1 12 Tf ${left + 4} ${bottom + 12} Td (1,234.56) Tj ET`,
    ),
};

export const TEXTS = Object.keys(CONTENTS).filter(kind => /text|lines|form/.test(kind) && !/Type 3|white/.test(kind));

const FORM = '/Type/XObject/Subtype/Form/BBox';
const placed = (box: Box): string =>
  `${Math.min(100, width(box))} 0 0 ${Math.min(36, height(box))} ${box.left} ${box.bottom}`;
