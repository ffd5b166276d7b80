// Which folder may import what, and that no file imports itself through others. `npm run check` runs it.

const behindEntryPoints = ['domain', 'service', 'transport', 'html', 'theme', 'program']
const published = ['src/api/contract\\.ts$', 'src/api/serialize\\.ts$']
const schemas = 'src/api/schema\\.ts$'

/** What each folder of src may import besides itself: folders, or patterns of single files. */
const MAY_IMPORT = {
  domain: [],
  store: ['domain', 'concurrency-limit', 'group-commit'],
  service: ['domain', 'store', 'concurrency-limit', 'group-commit'],
  transport: ['domain'],
  html: ['domain', 'theme'],
  theme: ['domain', 'html'],
  api: ['domain', 'service', 'transport'],
  pages: [...behindEntryPoints, schemas],
  account: [...behindEntryPoints, ...published],
  oauth: behindEntryPoints,
  outbound: ['domain', 'concurrency-limit'],
  dashboard: [...behindEntryPoints, ...published, schemas],
  docs: [
    ...behindEntryPoints,
    'src/api/(contract|examples|openapi|published|schema)\\.ts$',
    'src/(pages|dashboard)/reference\\.ts$',
  ],
  mcp: [...behindEntryPoints, ...published],
  config: ['domain'],
  metrics: [],
  'survey-source': ['domain'],
  program: [],
  'concurrency-limit': [],
  'group-commit': ['domain'],
}

/**
 * The rooms of each floor, lowest first: each may import those before it. Files beside rooms serve all of them, or know
 * all of them. The page of a survey shows what is in other rooms, so among pages it comes behind them.
 */
const ROOMS = {
  domain: ['values', 'accounts', 'surveys', 'boards', 'responses', 'results', 'moving'],
  store: ['accounts', 'access', 'billing', 'surveys', 'boards', 'responses', 'results', 'moving'],
  service: ['access', 'accounts', 'billing', 'surveys', 'boards', 'responses', 'results', 'moving'],
  account: ['access', 'accounts', 'surveys', 'moving'],
  pages: ['boards', 'results', 'live', 'surveys', 'responses'],
}

/** The limits of each room, which the one table of refusals names. */
const LIMITS = '^src/domain/[a-z]+/limits\\.ts$'

/** Where everything is put together. */
const ASSEMBLY = ['app', 'main', 'installation', 'secret-file', 'disk-space', 'storage-status', 'cli']

/** Packages and built-in modules that only some folders may import. */
const CONFINED = {
  kysely: ['store'],
  pg: ['store'],
  sqlite: ['store'],
  'prom-client': ['metrics'],
  nodemailer: ['outbound'],
  stripe: ['outbound'],
  'openid-client': ['outbound'],
  'csv-stringify': ['dashboard'],
  marked: ['docs'],
  'write-excel-file': ['dashboard'],
  '@modelcontextprotocol': ['mcp'],
  'oidc-provider': ['oauth'],
  '@simplewebauthn': ['service'],
  fastify: ['api', 'docs', 'pages', 'account', 'dashboard', 'mcp', 'oauth', 'transport', 'app', 'main'],
  '@fastify': ['api', 'pages', 'account', 'dashboard', 'transport', 'app', 'main'],
}

/** Folders and files whose code runs in browsers too, and files whose types browser code reads. */
const SHARED = ['domain', 'theme', 'survey-source']
const SHARED_TYPES = '^src/((api|account|dashboard|pages)/contract|docs/search-entry|pages/script-words)\\.ts$'

const TESTS = '\\.test\\.ts$'

/** What few installations, commands or requests need: packages, and the files that import them. */
const PACKAGES_OF_FEW = [
  'marked',
  'nodemailer',
  'oidc-provider',
  'openid-client',
  'pg',
  'prom-client',
  'stripe',
  'write-excel-file',
  'yaml',
  '@modelcontextprotocol',
  '@simplewebauthn',
]
const LOADED_ON_FIRST_USE = [
  '^clients/',
  '^src/survey-source/',
  '^src/(dashboard|pages)/(contract|described-\\w+|examples|reference)\\.ts$',
  '^src/dashboard/workbook\\.ts$',
  '^src/docs/(?!docs|page-paths|pictures|search-entry)',
  '^src/mcp/server\\.ts$',
  '^src/metrics/',
  '^src/oauth/(oidc-server|adapter|client-metadata)\\.ts$',
  '^src/store/postgres/',
]

/** A pattern for what an entry of the table names: a folder, or a file with its unit tests. @param {string} name */
const folder = name => (name.startsWith('src/') ? `^${name}` : `^src/${name}(?:/|\\.(?:test\\.)?ts$)`)
/** A package or a built-in module. @param {string} name */
const npm = name => `^(?:node_modules/${name}(?:/|$)|(?:node:)?${name}$)`

const tableRules = Object.entries(MAY_IMPORT).map(([name, allowed]) => ({
  name: `${name}-imports`,
  comment: `${name} may import ${allowed.join(', ') || 'no other folder'}`,
  severity: 'error',
  from: { path: folder(name) },
  to: { path: '^(?:src|web|clients|test|bench)/', pathNot: [name, ...allowed].map(folder) },
}))

const confinedRules = Object.entries(CONFINED).map(([name, folders]) => ({
  name: `${name.replace('@', '')}-stays-in-its-folders`,
  severity: 'error',
  from: { path: '^src/', pathNot: folders.map(folder) },
  to: { path: npm(name) },
}))

const roomRules = Object.entries(ROOMS).flatMap(([floor, rooms]) =>
  rooms.slice(0, -1).map((room, at) => ({
    name: `${floor}-${room}-imports`,
    comment: `${floor}/${room} may import the rooms ${rooms.slice(0, at).join(', ') || 'of no other subject'}`,
    severity: 'error',
    from: { path: `^src/${floor}/${room}/`, pathNot: TESTS },
    to: { path: rooms.slice(at + 1).map(later => `^src/${floor}/${later}/`), pathNot: LIMITS },
  })),
)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...tableRules,
    ...confinedRules,
    ...roomRules,
    {
      name: 'no-unknown-folder',
      comment: 'a new folder needs its line in MAY_IMPORT',
      severity: 'error',
      from: { path: '^src/', pathNot: [...Object.keys(MAY_IMPORT), ...ASSEMBLY].map(folder) },
      to: {},
    },
    {
      name: 'assembly-imports',
      severity: 'error',
      from: { path: ASSEMBLY.map(folder) },
      to: { path: '^(?:web|test|bench)/' },
    },
    {
      name: 'commands-import-the-client',
      comment: 'the server has no use for a client of its own',
      severity: 'error',
      from: { path: '^(?:src|web)/', pathNot: folder('cli') },
      to: { path: '^clients/' },
    },
    {
      name: 'loaded-on-first-use',
      comment: 'each would slow every start, and few installations, commands or requests need it: import() it',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, ...LOADED_ON_FIRST_USE] },
      to: {
        path: [...LOADED_ON_FIRST_USE, ...PACKAGES_OF_FEW.map(npm)],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'clients-stand-alone',
      comment:
        'the client runs anywhere: no built-in module, nothing of the service, and of packages only the one that it depends on',
      severity: 'error',
      from: { path: '^clients/' },
      to: { pathNot: ['^clients/', npm('openapi-fetch')] },
    },
    {
      name: 'commands-load-no-server',
      comment: 'only serve needs the app, and imports it when it runs',
      severity: 'error',
      from: { path: ['cli', 'installation'].map(folder) },
      to: { path: ['app', 'main'].map(folder), dynamic: false },
    },
    {
      name: 'domain-has-no-packages',
      comment: 'the domain is pure: no package and no built-in module',
      severity: 'error',
      from: { path: folder('domain'), pathNot: TESTS },
      to: { pathNot: '^src/' },
    },
    {
      name: 'domain-tests-have-few-packages',
      severity: 'error',
      from: { path: '^src/domain/.*\\.test\\.ts$' },
      to: { pathNot: ['^src/', ...['test', 'assert', 'assert/strict', 'fast-check'].map(npm)] },
    },
    {
      name: 'web-imports',
      comment: 'browser code shares the domain and colour science with the server, and types of what is sent',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^src/', pathNot: [...SHARED.map(folder), SHARED_TYPES] },
    },
    {
      name: 'web-imports-types-only',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: SHARED_TYPES, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment: 'also of types: two files that need each other are one subject, or one of them knows too much',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'no-missing-file', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
