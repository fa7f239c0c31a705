import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listeningPorts } from '../testing/listening-ports.ts'
import { renderHello } from '../testing/native-hello.ts'
import { startTestStack, type TestStack } from '../testing/start-test-stack.ts'
import type { EmbeddedClickhouseNode } from './node.ts'
import { queryNode, StatementError } from './query-node.ts'
import type { Credentials, EmbeddedClickhouse } from './start-cluster.ts'

/** Exists on every machine, never empty, and not needed by a node. */
const FILE = '/etc/passwd'
/** AUTHENTICATION_FAILED, and REQUIRED_PASSWORD where none was sent over HTTP. */
const REFUSED = [516, 194]
const READ_IT = `SELECT file('${FILE}')`

let stack: TestStack
let cluster: EmbeddedClickhouse
let node: EmbeddedClickhouseNode

beforeAll(async () => {
  stack = await startTestStack({ embeddedOnly: true })
  cluster = stack.embedded.clickhouse
  const [first] = cluster.nodes
  if (!first) throw new Error('The cluster has no nodes.')
  node = first
})
afterAll(() => stack?.stop())

/** Names in users.xml, and what a client sends without a name. */
async function everyUserName(): Promise<string[]> {
  const users = /<users>([\s\S]*)<\/users>/.exec(await readFile(join(node.dataDir, 'users.xml'), 'utf8'))?.[1]
  const names = [...(users ?? '').matchAll(/^ {4}<([a-z]+)>$/gm)].map((found) => found[1] ?? '')
  expect(names).toEqual(['default', 'admin', 'frostline'])
  return [...names, '']
}

test('a node may open everything it needs: it starts without file errors', async () => {
  const errors = `SELECT last_error_message AS said FROM system.errors WHERE name = 'CANNOT_OPEN_FILE'`
  expect(await queryNode(node.httpUrl, cluster.users.admin, errors)).toEqual([])
})

describe('without the password nobody reads through a node', () => {
  test('over HTTP, in each way of giving a name', async () => {
    for (const name of await everyUserName()) {
      const basic = `Basic ${Buffer.from(`${name}:`).toString('base64')}`
      const user = encodeURIComponent(name)
      const query = encodeURIComponent(READ_IT)
      const ways: [string, RequestInit][] = [
        [`/?query=${query}&user=${user}`, {}],
        [`/?query=${query}&user=${user}&password=`, {}],
        [`/?user=${user}`, { method: 'POST', body: READ_IT }],
        [`/?query=${query}`, { headers: { authorization: basic } }],
        [`/?query=${query}`, { headers: { 'x-clickhouse-user': name } }],
        [
          '/',
          { method: 'POST', body: READ_IT, headers: { 'x-clickhouse-user': name, 'x-clickhouse-key': '' } },
        ],
        [
          `/?query=${query}&user=${user}&add_http_cors_header=1`,
          { headers: { origin: 'http://127.0.0.1:1' } },
        ],
      ]
      for (const [path, init] of ways) {
        const response = await fetch(`${node.httpUrl}${path}`, init)
        const text = await response.text()
        const said = {
          name,
          path,
          status: response.status,
          allowed: response.headers.get('access-control-allow-origin'),
        }
        expect([401, 403], JSON.stringify(said)).toContain(response.status)
        expect(said.allowed, JSON.stringify(said)).toBeNull()
        expect(text).not.toContain('root:')
        expect(REFUSED).toContain(Number(/^Code: (\d+)\./.exec(text)?.[1]))
      }
    }
  })

  test('and the one login of the start-up session cannot be obtained from the gate again', async () => {
    const ports = listeningPorts(node.pid ?? 0)
    const gates = ports.filter((port) => port !== node.httpPort && port !== node.tcpPort)
    expect(ports).toHaveLength(3)
    for (const path of ['/', '/login', `/${'0'.repeat(64)}`]) {
      expect((await fetch(`http://127.0.0.1:${gates[0]}${path}`)).status).toBe(403)
    }
  })

  test('over the native protocol', async () => {
    for (const username of await everyUserName()) {
      const answer = await sayHello(node.tcpPort, { username, password: '' })
      // Without a name the packet itself is rejected: UNEXPECTED_PACKET_FROM_CLIENT.
      expect(answer, username).toEqual({ packet: 'exception', code: username === '' ? 101 : REFUSED[0] })
    }
    expect(await sayHello(node.tcpPort, cluster.users.admin)).toEqual({ packet: 'hello' })
  })
})

describe('with the password', () => {
  test('no page of another origin is ever allowed to read an answer', async () => {
    for (const user of Object.values(cluster.users)) {
      const refused = queryNode(node.httpUrl, user, 'SELECT 1', { settings: { add_http_cors_header: 1 } })
      expect(await refusal(refused)).toBe(452)
      const headers = {
        origin: 'http://127.0.0.1:1',
        'x-clickhouse-user': user.username,
        'x-clickhouse-key': user.password,
      }
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const url = `${node.httpUrl}/?query=SELECT+1&add_http_cors_header=1`
        const response = await fetch(url, { method, headers })
        expect(response.headers.get('access-control-allow-origin'), method).toBeNull()
      }
    }
  })

  test('a node reaches no file outside of its own folders, or reports that this kernel cannot confine it', async () => {
    const secret = join(stack.dataDir, 'clickhouse/cluster.json')
    const said = await readFile(node.logFile.replace(/\.log$/, '.console.log'), 'utf8')
    if (/can read all files of its system user: .*Landlock/.test(said)) return
    for (const user of Object.values(cluster.users)) {
      for (const path of [FILE, secret, '/proc/1/status']) {
        for (const sql of [
          `SELECT file('${path}')`,
          `SELECT arrayMap(file, ['${path}'])`,
          `SELECT * FROM file('${path}', 'LineAsString', 'line String')`,
          `SELECT * FROM \`default\`.\`${path}\``,
          `SELECT count() FROM filesystem('${path}') WHERE length(content) > 0`,
        ]) {
          expect(await refusal(queryNode(node.httpUrl, user, sql)), `${user.username}: ${sql}`).not.toBeNull()
        }
      }
      const write = `INSERT INTO FUNCTION file('${join(stack.dataDir, 'written')}', 'TSV', 'a String') VALUES ('a')`
      expect(await refusal(queryNode(node.httpUrl, user, write))).not.toBeNull()
    }
    expect(readdirSync(stack.dataDir)).not.toContain('written')
    // It can still read the node's own files: the files of bad rows are there.
    const own = `SELECT file('${join(node.dataDir, 'status')}') != '' AS has`
    expect(await queryNode(node.httpUrl, cluster.users.admin, own)).toEqual([{ has: 1 }])
  })
})

async function refusal(statement: Promise<unknown>): Promise<number | null> {
  try {
    await statement
    return null
  } catch (error) {
    if (error instanceof StatementError) return error.code
    throw error
  }
}

/** Sends the first packet of the native protocol and returns the server's response. */
function sayHello(port: number, user: Credentials) {
  return new Promise<{ packet: 'hello' } | { packet: 'exception'; code: number }>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(renderHello(user)))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The node closed the connection without an answer.')))
    let got = Buffer.alloc(0)
    socket.on('data', (piece) => {
      got = Buffer.concat([got, piece])
      if (got[0] === 0) resolve({ packet: 'hello' })
      else if (got.length >= 5) resolve({ packet: 'exception', code: got.readInt32LE(1) })
      else return
      socket.removeAllListeners('close').destroy()
    })
  })
}
