import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// npm run sbom [-- file]: what runs in production, from package-lock.json alone, as CycloneDX 1.5.

const ROOT = join(import.meta.dirname, '..');

type Component = {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  hashes?: unknown[];
  externalReferences?: unknown[];
};
type Sbom = {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};
type Lock = { packages: Record<string, { version: string; dev?: boolean; link?: boolean; name?: string }> };

const read = <Of>(name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as Of;

/** What the lock file has installed with `npm ci --omit=dev`. */
const installed = new Set(
  Object.entries(read<Lock>('package-lock.json').packages).flatMap(([path, { version, dev, link, name }]) =>
    path === '' || dev === true || link === true ? [] : [`${name ?? path.split('node_modules/').at(-1)}@${version}`],
  ),
);

const nameOf = ({ name, version }: Component) => `${name}@${version}`;

/**
 * The bill as npm makes it of all packages, narrowed here: `npm sbom --omit=dev` also leaves out what a development
 * dependency shares, `zod` and `express` say. Without what says where it was made, a folder's name and a registry's addresses.
 */
function makeSbom(): Sbom {
  const args = 'sbom --package-lock-only --sbom-format cyclonedx --sbom-type application'.split(' ');
  const made = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 << 20 })) as Sbom;
  made.metadata.component.name = read<{ name: string }>('package.json').name;
  made.components = made.components.filter((component) => installed.has(nameOf(component)));
  for (const component of made.components) delete component.externalReferences;
  const refs = new Set([made.metadata.component, ...made.components].map((component) => component['bom-ref']));
  made.dependencies = made.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  return made;
}

const sbom = makeSbom();
const listed = new Set(sbom.components.map(nameOf));
const missing = [...installed].filter((each) => !listed.has(each));
const unhashed = sbom.components.filter(({ hashes }) => hashes === undefined || hashes.length === 0);
const [file] = process.argv.slice(2);
const text = `${JSON.stringify(sbom, null, 2)}\n`;
if (file === undefined) process.stdout.write(text);
else writeFileSync(file, text);
process.stderr.write(
  `${sbom.components.length} components, ${missing.length} missing, ${unhashed.length} without a hash\n`,
);
if (missing.length > 0 || unhashed.length > 0) {
  process.stderr.write(`${[...missing, ...unhashed.map(({ purl }) => purl)].join('\n')}\n`);
  process.exitCode = 1;
}
