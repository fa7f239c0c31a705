import { frostlineGrants } from '@frostline/embedded'
import { expect, test } from 'vitest'
import { requiredGrants } from './grants.ts'

/** Included in SELECT ON *.*: SHOW GRANTS omits them next to it (26.7). */
const contained = new Set(['SHOW TABLES', 'SHOW COLUMNS', 'SHOW FILESYSTEM CACHES'])

test('the embedded user has exactly the grants that the product needs', () => {
  const given = frostlineGrants.flatMap((line) => {
    const [, accesses = '', on = ''] = /^GRANT (.+) ON (.+)$/.exec(line) ?? []
    return accesses.split(', ').map((access) => `${access} ON ${on}`)
  })
  const needed = requiredGrants
    .filter(({ access, on }) => on !== 'system.*' && !contained.has(access))
    .map(({ access, on }) => `${access} ON ${on}`)
  expect(given.toSorted()).toEqual(needed.toSorted())
})
