/** The import rules of docs/adr/0002-packages.md. Each comment says what to do instead. */
const sibling = (names) => `^(packages|apps)/(${names.join('|')})/`
const pure = (name) => ({
  name: `${name}-imports-no-sibling`,
  comment: `packages/${name} stands on its own. Pass what it needs in, or move the code up to services or workflows.`,
  severity: 'error',
  from: { path: `^packages/${name}/src/`, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^(packages|apps)/', pathNot: `^packages/${name}/` },
})
const only = (from, allowed, comment) => ({
  name: `${from.replace('/', '-')}-imports`,
  comment,
  severity: 'error',
  from: { path: `^${from}/src/`, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^(packages|apps)/', pathNot: [`^${from}/`, sibling(allowed)] },
})

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two files need each other. Move what both need into a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    pure('domain'),
    pure('clickhouse'),
    pure('object-store'),
    pure('ui'),
    {
      name: 'domain-is-pure',
      comment: 'The domain has no I/O, clock, randomness or environment. Take the value as a parameter.',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: '(\\.test\\.ts$|/testing/)' },
      to: { dependencyTypes: ['core'] },
    },
    only('packages/db', [], 'The database package knows no other. Move the rule to services.'),
    only(
      'packages/services',
      ['domain', 'clickhouse', 'object-store', 'db'],
      'Verbs use the domain, the drivers and the database. Doors and workflows call verbs, not the other way.',
    ),
    only(
      'packages/workflows',
      ['services', 'domain', 'clickhouse', 'object-store', 'db'],
      'Workflows use services and below. A page is reached by a notification, not by an import.',
    ),
    only(
      'packages/api',
      ['services', 'domain'],
      'A door parses, calls a verb and returns. Put the query or the rule into a verb.',
    ),
    only(
      'apps/worker',
      ['workflows', 'services', 'clickhouse', 'db', 'object-store'],
      'The worker composes workflows. Put the logic there.',
    ),
    {
      name: 'web-pages-imports',
      comment:
        'Pages use the API, the UI and the domain. Data comes through a procedure; only src/server and the route handlers compose.',
      severity: 'error',
      from: {
        path: '^apps/web/src/',
        pathNot: '(^apps/web/src/(server|app/api)/|^apps/web/src/instrumentation|\\.test\\.tsx?$)',
      },
      to: { path: '^(packages|apps)/', pathNot: ['^apps/web/', sibling(['api', 'ui', 'domain'])] },
    },
    {
      name: 'web-server-imports',
      comment:
        'The composition root of the web process makes clients and hands them to verbs. It holds no logic.',
      severity: 'error',
      from: { path: '^apps/web/src/(server|app/api)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^(packages|apps)/',
        pathNot: ['^apps/web/', sibling(['api', 'services', 'db', 'clickhouse', 'domain'])],
      },
    },
    {
      name: 'embedded-is-for-demo-and-tests',
      comment: 'The product never imports the embedded parts. Reach them by address, as any cluster.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/embedded/', '\\.test\\.tsx?$', '/testing/'] },
      to: { path: '^packages/embedded/' },
    },
    {
      name: 'no-undeclared-packages',
      comment: "Declare the package in this workspace's package.json.",
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(node_modules|/dist/|\\.next|/generated/)' },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
    tsPreCompilationDeps: true,
  },
}
