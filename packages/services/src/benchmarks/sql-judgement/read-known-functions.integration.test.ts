import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachConcurrently } from '../../platform/base/each-concurrently.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { startConsole, type TestConsole } from '../../platform/reading/testing/start-console.ts'
import { requireSafeSql } from './require-safe-sql.ts'

let console_: TestConsole
let node: ConnectedNode

beforeAll(async () => {
  console_ = await startConsole({ embeddedOnly: true })
  const { nodes } = await console_.ctx.clusters.get(console_.cluster)
  if (!nodes[0]) throw new Error('The cluster has no nodes.')
  node = nodes[0]
})
afterAll(() => console_?.stop())

/** Null: it passes. */
async function faultOf(text: string): Promise<string | null> {
  const expressions = [{ what: 'The expression', text, columns: new Set(['text']) }]
  return requireSafeSql(node, { types: [], expressions }).then(
    () => null,
    (thrown) => {
      if (!(thrown instanceof ServiceError) || thrown.code !== 'invalid') throw thrown
      return thrown.message
    },
  )
}

it('reads a function once an hour, since each read adds errors to system.errors of the node', async () => {
  const countErrors = async () =>
    Number(
      await node.client.text(
        'probe',
        "SELECT sum(value) FROM system.errors WHERE name = 'DEPRECATED_FUNCTION'",
      ),
    )
  expect(await faultOf('trimBoth(lowerUTF8(text))')).toBe(null)
  const before = await countErrors()
  for (let times = 0; times < 3; times++) expect(await faultOf('lowerUTF8(trimBoth(text))')).toBe(null)
  expect(await countErrors()).toBe(before)
  expect(await faultOf('lowerUTF8(reverseUTF8(text))')).toBe(null)
  expect(await countErrors()).toBeGreaterThan(before)
})

it('never takes a function that somebody creates later for a built-in one', async () => {
  for (const text of ['lower(text)', 'LOWER(text)', 'Lower(text)']) expect(await faultOf(text)).toBe(null)
  await console_.askAll('CREATE FUNCTION Lower AS (p) -> file(p)')
  expect(await faultOf('Lower(text)')).toContain('Lower() is a user-defined function')
  expect(await faultOf('lower(text)')).toBe(null)
  await console_.askAll('DROP FUNCTION Lower')
  expect(await faultOf('Lower(text)')).toBe(null)
  const [functions = []] = await console_.askAll<{ name: string }>(
    "SELECT name FROM system.functions WHERE origin = 'System'",
  )
  expect(functions.length).toBeGreaterThan(1_500)
  const odd: string[] = []
  await eachConcurrently(functions, 8, async ({ name }) => {
    const created = console_.askAll(`CREATE FUNCTION \`${name}\` AS (p) -> file(p)`)
    const end = await created.then(String, String)
    if (!end.includes('already exists')) odd.push(`${name}: ${end}`)
  })
  expect(odd, 'built-in names that a user-defined function can take').toEqual([])
})
