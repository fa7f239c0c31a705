import { listProcedures } from './list-procedures.ts'

/** Whoever may do these could give themselves any role. They belong to the role admin on everything. */
const keptAreas = ['teams', 'users', 'tokens', 'sign-in', 'desired-state', 'change-sets', 'custom-roles']

/** The source of the verbs of custom roles: all that needs more than the role viewer. */
export function renderVerbs(): string {
  const verbs = listProcedures().flatMap(({ path, role, openapi }) => {
    const area = openapi?.tags?.[0]
    if (role === undefined || role === 'viewer' || area === undefined || keptAreas.includes(area)) return []
    return [[path, role, area.replaceAll('-', ' '), openapi?.summary ?? path] as const]
  })
  return [
    '// Generated from the procedures by packages/api/src/render-verbs.test.ts, and updated by: npx vitest run --project unit packages/api/src/render-verbs.test.ts --update',
    "import type { Role } from './role.ts'",
    '',
    '/** What custom roles are made of: path of the procedure, the built-in role that has it, section of the API, and what it does. */',
    'export const verbCatalog: readonly Verb[] = [',
    ...verbs
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, role, area, title]) => `  ${JSON.stringify({ path, role, area, title })},`),
    ']',
    '',
    'export interface Verb {',
    '  path: string',
    '  role: Role',
    '  area: string',
    '  title: string',
    '}',
    '',
  ].join('\n')
}
