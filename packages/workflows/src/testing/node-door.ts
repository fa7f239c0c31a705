import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { findFreePort } from '@frostline/embedded'

/** A port in front of a node, that closes as when the node dies, and opens again. */
export async function openNodeDoor(nodeUrl: string) {
  const { hostname, port: nodePort } = new URL(nodeUrl)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const node = connect(Number(nodePort), hostname)
    for (const each of [socket, node]) {
      sockets.add(each)
      each.on('error', () => undefined)
    }
    socket.pipe(node).pipe(socket)
  })
  const open = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await closed
  }
  const port = await findFreePort()
  await open(port)
  return { url: `http://127.0.0.1:${port}`, open: () => open(port), close }
}
