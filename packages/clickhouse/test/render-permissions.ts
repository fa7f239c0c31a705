import { type GrantFeature, type GrantNeed, grantStatement, requiredGrants } from '../src/grants.ts'

const features: Readonly<Record<GrantFeature, string>> = {
  inventory: 'Inventory: storage, tables, parts',
  moves: 'Tier migrations',
  tiering: 'Policies and TTL',
  cache: 'Filesystem cache',
  configuration: 'Configuration',
  sources: 'Sources: buckets to load from',
  loads: 'Loads',
  benchmarks: 'Benchmarks',
  repairs: 'Replica repairs',
}

function groups(): { title: string; grants: readonly GrantNeed[] }[] {
  return Object.entries(features).map(([feature, title]) => ({
    title,
    grants: requiredGrants.filter((grant) => grant.feature === feature),
  }))
}

/** Every GRANT of the document, in its order. */
export const grantLines: readonly string[] = groups().flatMap(({ grants }) =>
  grants.map((grant) => grantStatement(grant, 'frostline')),
)

/** The SQL block of docs/permissions.md. */
export function renderStatements(): string {
  const granted = groups().map(({ title, grants }) =>
    [
      `-- ${title}`,
      ...grants.map(
        (grant) => `${grantStatement(grant, 'frostline')};${grant.required ? '' : ' -- optional'}`,
      ),
    ].join('\n'),
  )
  return [
    '```sql',
    'CREATE USER frostline IDENTIFIED WITH sha256_password BY <password>;',
    '',
    granted.join('\n\n'),
    '```',
  ].join('\n')
}

/** The tables of docs/permissions.md, one a feature. */
export function renderReasons(): string {
  const row = (grant: GrantNeed) =>
    `| \`${grant.access}\` | \`${grant.on}\` | ${grant.required ? 'yes' : 'optional'} | ${grant.reason} |`
  return groups()
    .map(({ title, grants }) =>
      [
        `### ${title}`,
        '',
        '| grant | on | needed | for |',
        '| --- | --- | --- | --- |',
        ...grants.map(row),
      ].join('\n'),
    )
    .join('\n\n')
}
