import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, startTestNodes, type TestNodes } from '../../test/start-test-nodes.ts'
import { errorCodes } from './error-codes.ts'

let nodes: TestNodes
beforeAll(async () => {
  nodes = await startTestNodes({ shards: 1 })
})
afterAll(() => nodes.stop())

test('every code of the table has the name that the engine gives it', async () => {
  const codes = [...errorCodes.keys()]
  const names = await at(nodes.clients, 0).text(
    'names',
    `SELECT errorCodeToName(arrayJoin([${codes.join(', ')}]))`,
  )
  expect(names.trimEnd().split('\n')).toEqual(codes.map((code) => errorCodes.get(code)?.name))
})
