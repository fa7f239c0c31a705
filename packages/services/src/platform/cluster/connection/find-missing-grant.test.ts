import { expect, it } from 'vitest'
import { findMissingGrant } from './explain-no-answer.ts'

const denied = (grant: string) => ({
  code: 497,
  message: `frostline: Not enough privileges. To execute this query, it's necessary to have the grant ${grant}. (ACCESS_DENIED)`,
})

it('names the grant that the server names', () => {
  expect(findMissingGrant(denied('SELECT(macro, substitution) ON system.macros'))).toBe(
    'The user needs the grant SELECT(macro, substitution) ON system.macros.',
  )
  expect(findMissingGrant(denied('SYSTEM FLUSH LOGS ON *.*'))).toBe(
    'The user needs the grant SYSTEM FLUSH LOGS ON *.*.',
  )
})

it('repeats nothing but a grant', () => {
  expect(findMissingGrant(denied('<b>secret</b> ON x'))).toBe(undefined)
  expect(findMissingGrant(denied('SELECT ON x/../secret'))).toBe(undefined)
  expect(findMissingGrant({ ...denied('SELECT ON x'), code: 60 })).toBe(undefined)
})
