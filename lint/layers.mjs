// Checks that a layer of workers/ imports only the layers above it, that workers/ never imports the page, and that no module is
// part of an import cycle. Fails when dependency-cruiser sees no modules: a green check of nothing is no check.
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const LAYERS = [
  'base',
  'ingest',
  'trace',
  'steps',
  'capture',
  'roofline',
  'attribution',
  'timeline',
  'serving',
  'report',
  'engine',
];

/** `roofline` knows operators and hardware, not traces; it may use only `base`. */
const EXTRA = [
  { name: 'roofline-knows-no-traces', from: '^workers/roofline/', to: '^workers/(ingest|trace|steps|capture)/' },
];

const forbidden = [
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'workers-without-page',
    severity: 'error',
    from: { path: '^workers/' },
    to: { path: '^(src|cli|e2e|bench)/' },
  },
  ...EXTRA.map(({ name, from, to }) => ({ name, severity: 'error', from: { path: from }, to: { path: to } })),
  {
    name: 'page-asks-the-engine',
    comment: 'A view computes nothing: the page imports types, the engine client and the plain data of base/.',
    severity: 'error',
    from: { path: '^src/' },
    to: {
      path: `^workers/(${LAYERS.filter((l) => l !== 'base' && l !== 'engine').join('|')})/`,
      dependencyTypesNot: ['type-only'],
    },
  },
  ...LAYERS.map((layer, index) => ({
    name: `layer-${layer}`,
    severity: 'error',
    from: { path: `^workers/${layer}/`, pathNot: '\\.test\\.ts$' },
    to: { path: `^workers/(${LAYERS.slice(index + 1).join('|') || 'nothing-below'})/` },
  })),
];

const { output } = await cruise(
  ['src', 'workers', 'cli', 'fixtures'],
  {
    ruleSet: { forbidden },
    validate: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'workers/ingest/kernel' },
    tsPreCompilationDeps: true,
    outputType: 'json',
  },
  undefined,
  { tsConfig: extractTSConfig('tsconfig.json') },
);
const { summary, modules } = JSON.parse(output);
for (const v of summary.violations) console.error(`${v.rule.name}: ${v.from} -> ${v.to}`);
if (modules.length === 0) console.error('dependency-cruiser read no modules');
if (modules.length === 0 || summary.violations.length > 0) process.exit(1);
console.log(`layers: ${modules.length} modules, no violation`);
