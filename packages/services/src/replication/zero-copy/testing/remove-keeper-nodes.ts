import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findLabFolder } from '@frostline/embedded/testing'

const DELETE = 2

/** Like `rm` of a Keeper client: ClickHouse has no statement for it. */
export async function removeKeeperNodes(paths: readonly string[]): Promise<void> {
  const file = join(findLabFolder() ?? '', 'endpoints.json')
  const { zookeeper } = JSON.parse(await readFile(file, 'utf8')) as {
    zookeeper: { host: string; port: number }
  }
  const socket = connect(zookeeper.port, zookeeper.host)
  const messages = readMessages(socket)
  try {
    // Protocol 0, no transaction seen, a session of 10 s without id and password, not read-only.
    const hello = Buffer.alloc(45)
    hello.writeInt32BE(10_000, 12)
    hello.writeInt32BE(16, 24)
    socket.write(frame(hello))
    await messages.next()
    for (const [index, path] of paths.entries()) {
      const name = Buffer.from(path)
      const request = Buffer.alloc(16 + name.length)
      request.writeInt32BE(index + 1, 0)
      request.writeInt32BE(DELETE, 4)
      request.writeInt32BE(name.length, 8)
      name.copy(request, 12)
      request.writeInt32BE(-1, 12 + name.length)
      socket.write(frame(request))
      const { value: reply } = await messages.next()
      const fault = reply?.readInt32BE(12)
      if (fault !== 0) throw new Error(`ZooKeeper answered ${fault} to the removal of ${path}.`)
    }
  } finally {
    socket.destroy()
  }
}

function frame(body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length)
  return Buffer.concat([length, body])
}

async function* readMessages(socket: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0)
  for await (const chunk of socket) {
    held = Buffer.concat([held, chunk])
    while (held.length >= 4 && held.length >= 4 + held.readInt32BE(0)) {
      const end = 4 + held.readInt32BE(0)
      yield held.subarray(4, end)
      held = held.subarray(end)
    }
  }
}
