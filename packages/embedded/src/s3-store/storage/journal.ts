import { closeSync, ftruncateSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/* An append-only file of JSON records, one per line: `<crc32 of the JSON, 8 hex digits> <JSON>\n`.
    
    A record is passed to the kernel before `append` returns, so the end of the process, even by kill -9, loses none;
    only a machine crash could (there is no fsync: this store is for demo and tests). A write cut short leaves an
    incomplete last line, which was never acknowledged: opening drops it. Any other bad line is damage, and rejected. */
export class Journal<Entry> {
  readonly #path: string
  #fd: number
  #sizeBytes: number
  #records: number
  #broken = false

  private constructor(path: string, fd: number, sizeBytes: number, records: number) {
    this.#path = path
    this.#fd = fd
    this.#sizeBytes = sizeBytes
    this.#records = records
  }

  /** Opens or creates the file, hands every record to `replay` in order, and cuts off a torn last line. */
  static open<Entry>(path: string, replay: (entry: Entry) => void): Journal<Entry> {
    const fd = openSync(path, 'a+', 0o600)
    try {
      const content = readFileSync(path)
      let at = 0
      let records = 0
      while (at < content.length) {
        const lineEnd = content.indexOf(10, at)
        const json = readLine(content, at, lineEnd)
        if (json === null) {
          if (lineEnd >= 0) {
            throw new Error(
              `The S3 store's journal ${path} is damaged at byte ${at}. Restore it from a copy, or delete the store's folder to start empty.`,
            )
          }
          ftruncateSync(fd, at)
          break
        }
        replay(JSON.parse(json) as Entry)
        records += 1
        at = lineEnd + 1
      }
      return new Journal<Entry>(path, fd, at, records)
    } catch (error) {
      closeSync(fd)
      throw error
    }
  }

  get records(): number {
    return this.#records
  }

  /** Writes one record. Throws, with the file unchanged, when the disk rejects it. */
  append(entry: Entry): void {
    if (this.#broken) throw new Error(`The journal ${this.#path} could not be repaired after a failed write.`)
    const line = renderLine(entry)
    try {
      writeFully(this.#fd, line)
    } catch (error) {
      this.#broken = true
      ftruncateSync(this.#fd, this.#sizeBytes)
      this.#broken = false
      throw error
    }
    this.#sizeBytes += line.length
    this.#records += 1
  }

  /** Replaces the file by one with exactly these records: written beside it, then renamed over it. */
  compact(entries: Iterable<Entry>): void {
    const newPath = `${this.#path}.new`
    const fd = openSync(newPath, 'w', 0o600)
    let records = 0
    let sizeBytes = 0
    try {
      let batch: Buffer[] = []
      for (const entry of entries) {
        batch.push(renderLine(entry))
        records += 1
        if (batch.length === 1000) {
          sizeBytes += writeFully(fd, Buffer.concat(batch))
          batch = []
        }
      }
      sizeBytes += writeFully(fd, Buffer.concat(batch))
    } finally {
      closeSync(fd)
    }
    const appendFd = openSync(newPath, 'a', 0o600)
    renameSync(newPath, this.#path)
    closeSync(this.#fd)
    this.#fd = appendFd
    this.#records = records
    this.#sizeBytes = sizeBytes
  }

  close(): void {
    closeSync(this.#fd)
    this.#broken = true
  }
}

function renderLine(entry: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(entry))
  return Buffer.concat([Buffer.from(`${renderCrc(json)} `), json, Buffer.from('\n')])
}

function renderCrc(json: Uint8Array): string {
  return crc32(json).toString(16).padStart(8, '0')
}

function readLine(content: Buffer, start: number, lineEnd: number): string | null {
  if (lineEnd < 0 || lineEnd - start < 9 || content[start + 8] !== 32) return null
  const json = content.subarray(start + 9, lineEnd)
  return renderCrc(json) === content.toString('latin1', start, start + 8) ? json.toString() : null
}

function writeFully(fd: number, data: Buffer): number {
  let written = 0
  while (written < data.length) written += writeSync(fd, data, written)
  return written
}
