import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listeningPorts } from '../testing/listening-ports.ts'
import { renderHello, varint } from '../testing/native-hello.ts'
import { startTestStack, type TestStack } from '../testing/start-test-stack.ts'
import type { EmbeddedClickhouseNode } from './node.ts'
import { queryNode } from './query-node.ts'
import type { EmbeddedClickhouse } from './start-cluster.ts'

// Anyone who reaches a node's port may send anything and disconnect at any time. The unpatched engine ends its process
// when a connection's thread fails: outlive-connections.mjs.

let stack: TestStack
let cluster: EmbeddedClickhouse
let pids: (number | null)[]
const ended: string[] = []

beforeAll(async () => {
  stack = await startTestStack({ shards: 2, embeddedOnly: true })
  cluster = stack.embedded.clickhouse
  pids = cluster.nodes.map(({ pid }) => pid)
  for (const { name, onExit } of cluster.nodes) onExit(() => ended.push(name))
})
afterAll(() => stack?.stop())

/** What one client does with its connection. It may leave it open: the test closes it. */
type Client = (socket: Socket) => void | Promise<void>

/** Writes one piece after another and waits until the node responds or closes. */
function ask(...pieces: (Buffer | string)[]): Client {
  return async (socket) => {
    const answered = Promise.race([once(socket, 'data'), once(socket, 'close')])
    for (const piece of pieces) socket.write(piece)
    await answered
  }
}

/** Writes without waiting. */
const stay =
  (...pieces: (Buffer | string)[]): Client =>
  (socket) => {
    for (const piece of pieces) socket.write(piece)
  }

/** Writes and disconnects at once: once gracefully, once by a reset. */
const leave = (bytes: Buffer): Client[] => {
  const written = (socket: Socket) => new Promise((resolve) => socket.write(bytes, resolve))
  return [
    async (socket) => {
      await written(socket)
      socket.end()
    },
    async (socket) => {
      await written(socket)
      socket.resetAndDestroy()
    },
  ]
}
const leaveAnywhere = (bytes: Buffer) =>
  [...bytes.keys()].flatMap((length) => leave(bytes.subarray(0, length)))
const times = (count: number, make: (index: number) => Client) =>
  Array.from({ length: count }, (_, i) => make(i))

async function talk(port: number, client: Client): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  // Refused or reset: the test checks afterwards whether the node is still up.
  socket.on('error', () => {})
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  if (!socket.destroyed) await client(socket)
  return socket
}

/** All clients at once to every node. Meanwhile and afterwards each node reaches all the others. */
async function expectOutlived(
  portOf: (node: EmbeddedClickhouseNode) => number,
  clients: readonly Client[],
): Promise<void> {
  const sockets = await Promise.all(
    cluster.nodes.flatMap((node) => clients.map((client) => talk(portOf(node), client))),
  )
  await expectWork()
  for (const socket of sockets) socket.destroy()
  await expectWork()
}

async function expectWork(): Promise<void> {
  const sql = "SELECT count() AS n FROM clusterAllReplicas('demo', system.one)"
  for (const node of cluster.nodes)
    expect(await queryNode(node.httpUrl, cluster.users.admin, sql), node.name).toEqual([{ n: '2' }])
  expect(ended).toEqual([])
  expect(cluster.nodes.map(({ pid }) => pid)).toEqual(pids)
}

const nativePort = ({ tcpPort }: EmbeddedClickhouseNode) => tcpPort
const httpPort = ({ httpPort: port }: EmbeddedClickhouseNode) => port
const login = (username: string, password: string) => renderHello({ username, password })

/** Names by which the engine selects another login method: a node of the cluster, a key, a token. */
const MARKED = [' INTERSERVER SECRET ', ' SSH KEY AUTHENTICATION admin', ' JWT AUTHENTICATION ']

test('the library is built as expected: no node reports that connections can end it', async () => {
  for (const { logFile } of cluster.nodes) {
    const said = await readFile(logFile.replace(/\.log$/, '.console.log'), 'utf8')
    expect(said).not.toContain('Anyone who can connect to this node can end it')
  }
})

test('a disconnect anywhere in a login, with the right password too', async () => {
  const right = renderHello(cluster.users.admin)
  await expectOutlived(nativePort, leaveAnywhere(right))
  // What follows a login: the client's version, a ping, garbage.
  const more = [
    Buffer.alloc(0),
    Buffer.from([0]),
    Buffer.from([4, 4, 4]),
    Buffer.from([99]),
    randomBytes(3000),
  ]
  await expectOutlived(
    nativePort,
    more.flatMap((piece) => leave(Buffer.concat([right, piece]))),
  )
})

test('refused logins over the native protocol', async () => {
  const wrong = ['admin', 'frostline', 'default', 'nobody', 'admin\0'].flatMap((name) => [
    login(name, ''),
    login(name, 'wrong'),
  ])
  await expectOutlived(nativePort, [
    ...[...wrong, login('', ''), login('\u{1f4a5}'.repeat(1000), 'x'.repeat(20_000))].map((hello) =>
      ask(hello),
    ),
    // Here the node waits for a proof first.
    ...MARKED.map((name) => stay(login(name, ''), randomBytes(200))),
    ...MARKED.flatMap((name) => leave(login(name, 'wrong'))),
  ])
})

test('other data than a login', async () => {
  const tls = Buffer.from('16030100f5010000f10303', 'hex')
  const requests = ['GET / HTTP/1.1\r\nhost: x\r\n\r\n', 'POST / HTTP/1.1\r\nhost: x\r\n\r\n']
  await expectOutlived(nativePort, [
    ...requests.map((request) => ask(request)),
    stay(tls),
    ...times(20, () => stay(randomBytes(2000))),
  ])
})

test('a login that claims too much, and one that arrives byte by byte', async () => {
  const claims = [2n ** 20n, 2n ** 30n - 1n, 2n ** 31n, 2n ** 63n, 2n ** 64n - 1n]
  const filling = Buffer.alloc(2 ** 20, 'a')
  const inPassword = login('admin', '').subarray(0, -1)
  await expectOutlived(nativePort, [
    ...claims.map((size) => stay(Buffer.from([0, ...varint(size)]), filling)),
    ...claims.map((size) => stay(Buffer.concat([inPassword, Buffer.from(varint(size))]), filling)),
    (socket) => {
      socket.setNoDelay(true)
      for (const byte of login('admin', 'wrong').subarray(0, 30)) socket.write(Buffer.from([byte]))
    },
  ])
})

test('broken requests over HTTP', async () => {
  const { username, password } = cluster.users.admin
  const as = `user=${username}&password=${password}`
  const post = Buffer.from(`POST /?${as} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nSELECT 1`)
  const authorized = (value: string) => `GET /?query=SELECT+1 HTTP/1.1\r\nauthorization: ${value}\r\n\r\n`
  await expectOutlived(httpPort, leaveAnywhere(post))
  await expectOutlived(httpPort, [
    ...leave(Buffer.from(`GET /?${as}&query=SELECT+*+FROM+numbers(100000000) HTTP/1.1\r\n\r\n`)),
    ...['Basic ####', 'Negotiate YQ==', 'Bearer x'].map((value) => ask(authorized(value))),
    ask(`POST /?${as} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\nx`),
    stay(`GET / HTTP/1.1\r\nx: ${'a'.repeat(3_000_000)}\r\n\r\n`),
    stay(renderHello(cluster.users.admin)),
    ...times(20, () => stay(randomBytes(2000))),
  ])
})

test('a node has no other listener than its login gate, which stays shut', async () => {
  const gateOf = (node: EmbeddedClickhouseNode) => {
    const ports = listeningPorts(node.pid ?? 0)
    expect(ports).toHaveLength(3)
    return ports.find((port) => port !== node.httpPort && port !== node.tcpPort) ?? 0
  }
  await expectOutlived(gateOf, [
    ...leaveAnywhere(Buffer.from('GET / HTTP/1.1\r\nhost: x\r\n\r\n')),
    ...times(20, () => stay(randomBytes(2000))),
    ask(`GET /${'a'.repeat(1_000_000)} HTTP/1.1\r\n\r\n`),
  ])
  const answers = cluster.nodes.map((node) => fetch(`http://127.0.0.1:${gateOf(node)}/`))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403])
})

test('hundreds at once, on both ports', async () => {
  const mixed = times(400, (index) => {
    const cut = login('admin', 'wrong').subarray(0, index % 20)
    const ways = [ask(login('admin', 'wrong')), stay(), stay(randomBytes(100)), ...leave(cut)]
    return ways[index % ways.length] as Client
  })
  await expectOutlived(nativePort, mixed)
  await expectOutlived(
    httpPort,
    times(400, (index) => stay(index % 2 === 0 ? 'GET / HT' : randomBytes(100))),
  )
})
