/** Makes of a PDF/A-3 an electronic invoice of Factur-X 1.0 (ZUGFeRD 2.x), or an order of Order-X: the XML and its metadata. */
import { DocconvError } from '../../../errors.js';
import { openPdf, readXmp, UNLIMITED_WORK } from '../../../pdf/index.js';
import type { FacturxLevel, FacturxOperation, XmpExtension } from '../../operation-types.js';
import { PDFA } from '../../output/pdf/xmp.js';
import { attach } from '../attach.js';
import { writeMetadata } from '../metadata.js';
import { LEVEL_NAMES } from './levels.js';
import { type Stated, statedBy } from './xml.js';

/** Throws OPTION_INVALID for the XML, and PDFA_INVALID for a PDF that does not claim PDF/A-3. */
export async function facturx(pdf: Uint8Array, operation: FacturxOperation): Promise<Uint8Array> {
  const { kind, ...stated } = await statedBy(operation);
  await requirePdfa3(pdf);
  const bytes = operation.xml;
  const attachment = { name: kind.fileName, bytes, mediaType: 'text/xml', relationship: relationshipOf(stated.level) };
  const attached = await attach(pdf, { kind: 'attach', files: [attachment] });
  return writeMetadata(attached, { kind: 'metadata', values: {}, extensions: [schemaOf({ kind, ...stated })] });
}

async function requirePdfa3(pdf: Uint8Array): Promise<void> {
  const { latest } = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const claim = await readXmp(latest, { part: PDFA });
  if (claim?.part?.trim() !== '3') throw new DocconvError('PDFA_INVALID.facturx');
}

/** The XML of the two lowest levels does not say all that the pages say. */
function relationshipOf(level: FacturxLevel): 'Data' | 'Alternative' {
  return level === 'minimum' || level === 'basicwl' ? 'Data' : 'Alternative';
}

function schemaOf({ kind, level, type, version }: Stated): XmpExtension {
  return {
    description: 'Factur-X PDFA Extension Schema',
    namespace: kind.namespace,
    prefix: 'fx',
    properties: [
      { name: 'DocumentFileName', value: kind.fileName, description: 'Name of the attached XML' },
      { name: 'DocumentType', value: type, description: 'Type of the document' },
      { name: 'Version', value: version, description: 'Version of the standard of the XML' },
      { name: 'ConformanceLevel', value: LEVEL_NAMES[level], description: 'Level of the XML' },
    ],
  };
}
