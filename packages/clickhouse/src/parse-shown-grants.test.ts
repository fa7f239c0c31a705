import { expect, test } from 'vitest'
import { parseShownGrants } from './check-grants.ts'
import type { GrantNeed } from './grants.ts'

const need = (access: string, on = '*.*', impliedBy: string[] = []): GrantNeed => ({
  access,
  on,
  impliedBy,
  feature: 'moves',
  required: true,
  reason: '',
})

test('finds a grant by itself, by a wider grant and by a wider target', () => {
  const stateOf = parseShownGrants(
    'GRANT SELECT, ALTER ON *.* TO frostline\nGRANT INSERT ON demo.* TO frostline\nGRANT SELECT(a, b), KILL QUERY ON x.y TO frostline\n',
  )
  expect(stateOf(need('SELECT', 'system.*'))).toBe('granted')
  expect(stateOf(need('ALTER MOVE PARTITION', '*.*', ['ALTER TABLE', 'ALTER']))).toBe('granted')
  expect(stateOf(need('SYSTEM MOVES', '*.*', ['SYSTEM']))).toBe('missing')
  expect(stateOf(need('INSERT'))).toBe('missing')
  expect(stateOf(need('KILL QUERY'))).toBe('missing')
})

test('a grant on columns is not a grant on the table', () => {
  expect(parseShownGrants('GRANT SELECT(a, b) ON *.* TO u')(need('SELECT'))).toBe('missing')
})

test('roles and revokes make the answer unknown', () => {
  expect(parseShownGrants('GRANT operator TO u')(need('SELECT'))).toBe('unknown')
  expect(parseShownGrants('GRANT ALL ON *.* TO u\nREVOKE SELECT ON a.* FROM u')(need('SELECT'))).toBe(
    'unknown',
  )
})
