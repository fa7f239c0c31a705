import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EMPTY_OBJECT } from '../testing/empty-object.ts'
import { ObjectStorage } from './object-storage.ts'
import { readSegmentsSync } from './read-segments.ts'

let dataDir: string

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 's3-store-storage-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function put(storage: ObjectStorage, key: string, text: string): Promise<void> {
  const writer = storage.blobs.createWriter()
  await writer.write(Buffer.from(text))
  const object = { ...EMPTY_OBJECT, key, sizeBytes: text.length, segments: await writer.finish() }
  storage.commit({ type: 'putObject', bucket: 'bucket', object })
}

function countBlobs(): number {
  const folder = join(dataDir, 'blobs')
  return readdirSync(folder).reduce((count, shard) => count + readdirSync(join(folder, shard)).length, 0)
}

describe('the data folder', () => {
  it('does not grow with overwrites: blobs are deleted at once, the journal is compacted', async () => {
    const storage = new ObjectStorage(dataDir)
    storage.commit({ type: 'createBucket', bucket: 'bucket', createdMs: 0 })
    for (let n = 0; n < 12_000; n += 1) await put(storage, `over/${n % 5}`, `body ${n}`)
    storage.close()
    expect(countBlobs()).toBe(5)
    // 12,000 records are over 3 MB; after a compaction at 5,000 and at 10,000 there are 2,000 left.
    expect(statSync(join(dataDir, 'journal.v1')).size).toBeLessThan(1_000_000)

    const reopened = new ObjectStorage(dataDir)
    const texts = [0, 1, 2, 3, 4].map((n) =>
      readSegmentsSync(reopened.blobs, reopened.getObject('bucket', `over/${n}`).segments).toString(),
    )
    reopened.close()
    expect(texts).toEqual([11_995, 11_996, 11_997, 11_998, 11_999].map((n) => `body ${n}`))
  })

  it('is rejected for a second owner in the same process, and free again after close', () => {
    const first = new ObjectStorage(dataDir)
    expect(() => new ObjectStorage(dataDir)).toThrow('is in use by process')
    first.close()
    new ObjectStorage(dataDir).close()
  })
})
