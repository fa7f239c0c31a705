import { open } from 'node:fs/promises'

/** The last `bytes` bytes of a text file, for error messages; empty when it cannot be read. */
export async function readTail(path: string, bytes = 4096): Promise<string> {
  try {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      const start = Math.max(0, size - bytes)
      const buffer = Buffer.alloc(size - start)
      await file.read(buffer, 0, buffer.length, start)
      return buffer.toString('utf8').trim()
    } finally {
      await file.close()
    }
  } catch {
    return ''
  }
}
