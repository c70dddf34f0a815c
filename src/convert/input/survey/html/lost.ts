import type { LostId } from '../../../quirks/table.js';
import { encodedImage } from '../../inspect/images.js';
import { attribute, foreignPicture } from '../markup.js';
import type { Surveyor } from '../surveyor.js';

const LOST: Readonly<Record<string, LostId>> = { svg: 'inlineSvg', math: 'mathMl', video: 'film', marquee: 'marquee' };

/** Elements of an HTML page of which LibreOffice prints nothing, or only their text. */
export function lostHtml(): Surveyor {
  const kinds = new Set<LostId>();
  let isInForm = false;
  const partOfPage = (text: string, name: string): LostId | null => {
    if (name === 'input') return isInForm || !isFilled(text) ? null : 'looseInput';
    return name === 'img' ? unreadPicture(text) : embeddedPage(text);
  };
  return {
    names: [...Object.keys(LOST), 'iframe', 'object', 'img', 'form', 'input'],
    tag(text, name) {
      if (name === 'form') isInForm = true;
      if (name === 'form' || isInvisible(text)) return;
      const what = LOST[name] ?? partOfPage(text, name);
      if (what !== null) kinds.add(what);
    },
    endTag(name) {
      if (name === 'form') isInForm = false;
    },
    lost: () => kinds,
  };
}

/** Whether a field has text or a mark of its own. */
function isFilled(tag: string): boolean {
  const type = /\stype\s*=\s*["']?\s*([a-z]+)/i.exec(tag)?.[1]?.toLowerCase();
  return type !== 'hidden' && (type === 'checkbox' || type === 'radio' || /\svalue\s*=\s*["']?[^"'\s>]/i.test(tag));
}

/** Others are in `links_ignored`. */
function embeddedPage(tag: string): LostId | null {
  return /\ssrcdoc\s*=|\s(?:src|data)\s*=\s*["']?data:/i.test(tag) ? 'embeddedPage' : null;
}

function unreadPicture(tag: string): LostId | null {
  const data = encodedImage(tag);
  if (data !== null) return foreignPicture(Buffer.from(data.slice(0, 64), 'base64'));
  return /^\s*data:image\//i.test(attribute(tag, 'src') ?? '') ? 'unencodedPicture' : null;
}

function isInvisible(tag: string): boolean {
  return /\shidden(?=[\s=/]|$)|display\s*:\s*none|\s(?:width|height)\s*=\s*["']?0(?![.\d])/i.test(tag);
}
