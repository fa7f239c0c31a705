import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3Store } from './start.ts'
import { sendRaw } from './testing/raw-client.ts'
import {
  ACCESS_KEY_ID,
  openTestStore,
  readFailure,
  SECRET_ACCESS_KEY,
  type TestStore,
} from './testing/test-store.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

function countBlobs(): number {
  const folder = join(store.dataDir, 'blobs')
  return readdirSync(folder).reduce((count, shard) => count + readdirSync(join(folder, shard)).length, 0)
}

function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

async function read(key: string): Promise<Buffer> {
  return (await sendRaw(store.handle.endpoint, { method: 'GET', path: `/bucket/${key}` })).body
}

describe('kill -9', () => {
  it('loses no acknowledged write, deletes stay deleted, and leaves no partial object', async () => {
    const acknowledged = new Map<string, string | null>()
    const unanswered = new Set<string>()
    for (let round = 0; round < 5; round += 1) {
      const { endpoint } = store.handle
      let alive = true
      const writers = Array.from({ length: 12 }, async (_, writer) => {
        for (let n = 0; alive; n += 1) {
          // Every fifth body is larger than what is written in one call; every key is written repeatedly, or deleted.
          const key = `k/${writer}/${n % 40}`
          const remove = n % 7 === 6
          const body = remove ? Buffer.alloc(0) : randomBytes(n % 5 === 0 ? 300_000 : 2_000)
          unanswered.add(key)
          try {
            const method = remove ? 'DELETE' : 'PUT'
            const { status } = await sendRaw(endpoint, { method, path: `/bucket/${key}`, body })
            expect(status).toBe(remove ? 204 : 200)
          } catch {
            return
          }
          acknowledged.set(key, remove ? null : sha256(body))
          unanswered.delete(key)
        }
      })
      await new Promise((resolve) => setTimeout(resolve, 300 + round * 100))
      await store.handle.kill()
      alive = false
      await Promise.all(writers)
      await store.handle.restart()
      expect(store.handle.endpoint).toBe(endpoint)

      for (const [key, digest] of acknowledged) {
        // A write without a response may have happened or not; the object is complete either way.
        if (unanswered.has(key)) continue
        const answer = await sendRaw(endpoint, { method: 'GET', path: `/bucket/${key}` })
        expect([key, answer.status === 200 ? sha256(answer.body) : null]).toEqual([key, digest])
      }
      for (const key of unanswered) {
        const { status, headers, body } = await sendRaw(endpoint, { method: 'GET', path: `/bucket/${key}` })
        if (status !== 200) continue
        expect(headers.etag).toBe(`"${createHash('md5').update(body).digest('hex')}"`)
        acknowledged.set(key, sha256(body))
      }
      for (const key of unanswered) if (!(await isThere(key))) acknowledged.set(key, null)
      unanswered.clear()
    }
    const present = [...acknowledged.values()].filter((digest) => digest !== null).length
    expect(acknowledged.size).toBeGreaterThan(40)
    expect(countBlobs()).toBe(present)
  })

  async function isThere(key: string): Promise<boolean> {
    return (await sendRaw(store.handle.endpoint, { method: 'HEAD', path: `/bucket/${key}` })).status === 200
  }

  it('keeps the parts of an upload, and a connection that ends early leaves no object', async () => {
    const address = { Bucket: 'bucket', Key: 'resumed' }
    const { UploadId } = await store.client.send(new CreateMultipartUploadCommand(address))
    await store.client.send(new UploadPartCommand({ ...address, UploadId, PartNumber: 1, Body: 'part' }))
    const pending = sendRaw(store.handle.endpoint, {
      method: 'PUT',
      path: '/bucket/half',
      body: Buffer.alloc(1000),
      headers: { 'content-length': '2000' },
    }).catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await store.handle.kill()
    await pending
    await store.handle.restart()
    const { Parts } = await store.client.send(new ListPartsCommand({ ...address, UploadId }))
    expect(Parts).toMatchObject([{ PartNumber: 1, Size: 4 }])
    const half = store.client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'half' }))
    expect(await readFailure(half)).toMatchObject({ code: 'NoSuchKey' })
  })
})

describe('the data folder', () => {
  it('belongs to one process', async () => {
    const second = startS3Store({
      dataDir: store.dataDir,
      accessKeyId: ACCESS_KEY_ID,
      secretAccessKey: SECRET_ACCESS_KEY,
      logFile: join(store.dataDir, 'second.log'),
    })
    await expect(second).rejects.toThrow(`is in use by process ${store.handle.pid}`)
  })

  it('is cleared of unreferenced blobs', async () => {
    await store.handle.stop()
    const before = countBlobs()
    writeFileSync(join(store.dataDir, 'blobs', 'ab', 'abandoned'), 'x')
    await store.handle.restart()
    expect(countBlobs()).toBe(before)
  })

  it('lets a reader finish an object that is deleted or overwritten meanwhile', async () => {
    const body = randomBytes(20_000_000)
    await store.client.send(new PutObjectCommand({ Bucket: 'bucket', Key: 'slow read', Body: body }))
    const { Body } = await store.client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'slow read' }))
    await sendRaw(store.handle.endpoint, { method: 'DELETE', path: '/bucket/slow read' })
    const bytes = await Body?.transformToByteArray()
    expect(bytes && body.equals(bytes)).toBe(true)
    const before = countBlobs()
    await store.client.send(new PutObjectCommand({ Bucket: 'bucket', Key: 'slow read', Body: 'small' }))
    expect(countBlobs()).toBe(before + 1)
  })
})

describe('a client that disconnects', () => {
  it('in the middle of a body or of a response leaves nothing behind and affects nobody', async () => {
    const before = countBlobs()
    const leaving = sendRaw(store.handle.endpoint, {
      method: 'PUT',
      path: '/bucket/left',
      body: Buffer.alloc(600_000),
      headers: { 'content-length': '900000' },
      timeoutMs: 300,
    })
    await expect(leaving).rejects.toThrow('timeout')
    await expect.poll(countBlobs).toBe(before)

    await store.client.send(
      new PutObjectCommand({ Bucket: 'bucket', Key: 'long', Body: Buffer.alloc(30_000_000) }),
    )
    const { Body } = await store.client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'long' }))
    if (!(Body instanceof Readable)) throw new Error('The SDK gave no stream.')
    Body.destroy()
    await sendRaw(store.handle.endpoint, { method: 'DELETE', path: '/bucket/long' })
    await expect.poll(countBlobs).toBe(before)
    expect((await fetch(`${store.handle.endpoint}/-/control/ready`)).status).toBe(200)
  })
})

describe('the process', () => {
  it('ignores SIGINT, shuts down on SIGTERM, and says why it cannot start', async () => {
    const { pid } = store.handle
    process.kill(pid, 'SIGINT')
    expect((await read('slow read')).toString()).toBe('small')
    process.kill(pid, 'SIGTERM')
    await store.handle.stop()
    await store.handle.restart()
    expect(store.handle.pid).not.toBe(pid)
    const badBucket = openTestStore({ buckets: ['No'] })
    await expect(badBucket).rejects.toThrow('The specified bucket is not valid')
    const takenPort = openTestStore({ port: store.handle.port })
    await expect(takenPort).rejects.toThrow('EADDRINUSE')
  })
})
