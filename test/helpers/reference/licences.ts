/** LICENSES.md: the packages that users get with docconv, by licence. */
import { readFileSync } from 'node:fs';

interface Locked {
  version: string;
  dev?: boolean;
  license?: string;
}

const HEAD = `# Licences

docconv itself has the licence in [LICENSE](LICENSE). These packages come with it, in these versions. The software
bill of materials of a release (CycloneDX) names them as well. The font Noto Emoji
has the SIL Open Font License 1.1 (\`dist/convert/engines/fonts/OFL.txt\`). LibreOffice, in the package @matbee/libreoffice-converter,
has the MPL-2.0.
`;

/** Throws where a package does not state its licence. */
export function licences(): string {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  const byLicence = new Map<string, Set<string>>();
  for (const [path, { dev, version, license }] of Object.entries(packages)) {
    if (path === '' || dev) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!license) throw new Error(`${name} states no licence`);
    byLicence.set(license, (byLicence.get(license) ?? new Set()).add(`${name} ${version}`));
  }
  const sections = [...byLicence].sort(([a], [b]) => (a < b ? -1 : 1));
  return [HEAD, ...sections.map(([licence, names]) => section(licence, [...names].sort()))].join('\n');
}

const section = (licence: string, names: readonly string[]) =>
  `## ${licence}\n\n${names.map(name => `- ${name}\n`).join('')}`;
