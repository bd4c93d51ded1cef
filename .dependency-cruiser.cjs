// Imports run one way: domain <- contract <- platform <- clients <- apps. The simulator may use contract, platform and the
// clients' types; nothing imports an app.
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  // A test may start the double of what its subject talks to.
  from: { path: from, pathNot: '[.]test[.]tsx?$' },
  to: { path: '^(packages|apps)/', pathNot: allowed },
});
module.exports = {
  forbidden: [
    // Two types may speak of each other; two modules may not need each other to load.
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    only('domain-is-pure', '^packages/domain/', '^packages/domain/'),
    only('contract-knows-domain', '^packages/contract/', '^packages/(contract|domain)/'),
    only('platform-knows-contract', '^packages/platform/', '^packages/(platform|contract|domain)/'),
    only('pki-knows-platform', '^packages/pki/', '^packages/(pki|platform|contract|domain)/'),
    only('clients-know-platform', '^packages/clients/', '^packages/(clients|platform|contract|domain)/'),
    only(
      'simulator-speaks-protocols',
      '^packages/simulator/',
      '^packages/(simulator|platform|contract|domain|clients)/',
    ),
    only('hub-is-an-app', '^apps/hub/', '^(apps/hub|packages/(pki|clients|platform|contract|domain))/'),
    only(
      'satellite-is-an-app',
      '^apps/satellite/',
      '^(apps/satellite|packages/(pki|clients|platform|contract|domain))/',
    ),
    only('fleetctl-is-an-app', '^apps/fleetctl/', '^(apps/fleetctl|packages/(pki|clients|platform|contract|domain))/'),
    only('console-is-browser-only', '^apps/console/', '^(apps/console|packages/(contract|domain))/'),
    only('fleet-starts-processes', '^apps/fleet/', '^(apps/fleet|packages/(pki|platform|contract|domain))/'),
    {
      name: 'domain-does-no-io',
      severity: 'error',
      from: { path: '^packages/domain/src/.*(?<!test)\\.ts$', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'console-has-no-node',
      severity: 'error',
      from: { path: '^apps/console/src/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'not-to-dev-dep',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src', pathNot: '\\.(test|bench)\\.tsx?$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|generated)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
