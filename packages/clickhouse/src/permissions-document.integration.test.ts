import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantLines } from '../test/render-permissions.ts'
import {
  checkGrants,
  createNodeClient,
  movePartitionStatement,
  type NodeClient,
  type Statement,
  startMovesStatement,
  stopMovesStatement,
} from './index.ts'

const password = 'a password of this test'

/** An account as docs/permissions.md creates it; this mode has no CREATE USER, so it is defined in a file. */
function account(name: string, grants: readonly string[]): string {
  const queries = grants.map((grant) => `<query>${grant}</query>`).join('')
  return `<${name}><password>${password}</password><networks><ip>127.0.0.1</ip></networks>
    <profile>default</profile><quota>default</quota><grants>${queries}</grants></${name}>`
}

const documented = grantLines.map((line) => line.replace(/ TO frostline$/, ''))
const inShop = documented.map((grant) =>
  /^GRANT (ALTER|OPTIMIZE|SYSTEM MOVES)/.test(grant) ? grant.replace('ON *.*', 'ON shop.*') : grant,
)
const dropIns = {
  'accounts.xml': `<clickhouse><users>${account('documented', documented)}${account('narrow', inShop)}</users></clickhouse>`,
  'local-tiers.xml': `<clickhouse><storage_configuration><policies><local_tiers><volumes>
    <hot><disk>default</disk></hot><second><disk>hot2</disk></second>
    </volumes><move_factor>0</move_factor></local_tiers></policies></storage_configuration></clickhouse>`,
}

let stack: TestStack
const clients: NodeClient[] = []

function connect(username: string, secret = password): NodeClient {
  const [node] = stack.embedded.clickhouse.nodes
  if (!node) throw new Error('No node was started.')
  const client = createNodeClient({ url: node.httpUrl, username, password: secret, requestTimeoutMs: 10_000 })
  clients.push(client)
  return client
}

async function send(client: NodeClient, { sql, params }: Statement): Promise<string> {
  const outcome = await client.command({ sql, queryId: crypto.randomUUID(), params })
  return outcome.kind === 'refused' ? `refused, Code ${outcome.error.code}` : outcome.kind
}

beforeAll(async () => {
  stack = await startTestStack({ embeddedOnly: true, dropIns })
  const { username, password: secret } = stack.embedded.clickhouse.users.admin
  const admin = connect(username, secret)
  for (const database of ['shop', 'payroll']) {
    for (const sql of [
      `CREATE DATABASE ${database}`,
      `CREATE TABLE ${database}.sales (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS storage_policy = 'local_tiers'`,
      `INSERT INTO ${database}.sales VALUES (1)`,
    ]) {
      expect(await send(admin, { sql, params: {} })).toBe('ok')
    }
  }
})

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await stack?.stop()
})

test('the documented statements are valid and sufficient', async () => {
  const checks = await checkGrants(connect('documented'))
  expect(checks.filter((check) => check.state !== 'granted')).toEqual([])
})

test('with grants on one database its tables can be moved and no others', async () => {
  const client = connect('narrow')
  const statements = (database: string) => {
    const table = { database, table: 'sales' }
    return [
      movePartitionStatement(table, 'all', { kind: 'volume', name: 'second' }),
      stopMovesStatement(table),
      startMovesStatement(table),
    ]
  }
  for (const statement of statements('shop')) expect(await send(client, statement)).toBe('ok')
  for (const statement of statements('payroll')) {
    expect(await send(client, statement)).toBe('refused, Code 497')
  }
})

test('grants on one database are reported as missing where all databases are needed', async () => {
  const checks = await checkGrants(connect('narrow'))
  const missing = checks.filter((check) => check.state === 'missing').map((check) => check.need.access)
  expect(missing).toContain('ALTER MOVE PARTITION')
  expect(
    checks.filter((check) => check.need.feature === 'inventory').map((check) => check.state),
  ).not.toContain('missing')
})
