import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A raw HTTP client: it sends what no library would. */
export interface RawHttp {
  send(text: string): void
  /**
   * Sends `total` bytes, as fast as the server accepts them. Ends early when the server closes. @returns bytes sent.
   */
  pour(total: number, wrap?: (chunk: Buffer) => Buffer[]): Promise<number>
  /** Status of the first response; undefined when the connection closed without one. */
  status(): Promise<number | undefined>
  /** The first response so far. */
  answer(): string
  close(): void
}

const block = Buffer.alloc(64 * 1024, 'a')

export async function openRawHttp(port: number): Promise<RawHttp> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  // A reset by the server is one of the expected results.
  socket.on('error', () => undefined)
  const readStatus = () => /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]
  return {
    send: (text) => void socket.write(text),
    async pour(total, wrap = (chunk) => [chunk]) {
      let sent = 0
      while (sent < total && !socket.destroyed && socket.writable) {
        const taken = wrap(block)
          .map((piece) => socket.write(piece))
          .at(-1)
        sent += block.byteLength
        if (!taken) await drained(socket)
      }
      return sent
    },
    async status() {
      while (readStatus() === undefined && !socket.destroyed)
        await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => undefined)
      const status = readStatus()
      return status === undefined ? undefined : Number(status)
    },
    answer: () => received,
    close: () => void socket.destroy(),
  }
}

async function drained(socket: Socket): Promise<void> {
  await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
}
