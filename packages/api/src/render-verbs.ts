import type { Role } from '@frostline/services'
import { listProcedures } from './list-procedures.ts'

/** Whoever may do these could give themselves any role. They belong to the role admin on everything. */
const keptAreas = ['teams', 'users', 'tokens', 'sign-in', 'desired-state', 'change-sets', 'custom-roles']

/** What custom roles are made of, by path: all that needs more than the role viewer. */
export function listVerbs(): Verb[] {
  return listProcedures()
    .flatMap(({ path, role, openapi }): Verb[] => {
      const area = openapi?.tags?.[0]
      if (role === undefined || role === 'viewer' || area === undefined || keptAreas.includes(area)) return []
      return [{ path, role, area: area.replaceAll('-', ' '), title: openapi?.summary ?? path }]
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

interface Verb {
  path: string
  role: Role
  area: string
  title: string
}

/** The source of the catalog of verbs in the domain. */
export function renderVerbs(): string {
  return [
    '// Generated from the procedures by packages/api/src/render-verbs.test.ts, and updated by: npx vitest run --project unit packages/api/src/render-verbs.test.ts --update',
    "import type { Role } from './role.ts'",
    '',
    '/** What custom roles are made of: path of the procedure, the built-in role that has it, section of the API, and what it does. */',
    'export const verbCatalog: readonly Verb[] = [',
    ...listVerbs().map((verb) => `  ${JSON.stringify(verb)},`),
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
