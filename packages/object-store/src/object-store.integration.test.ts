import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type S3StoreHandle, startS3Store } from '@frostline/embedded'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createObjectStore,
  type ListPage,
  type ObjectStore,
  type ObjectStoreOptions,
  StoreListingError,
} from './index.ts'

const keys = { accessKeyId: 'test-key', secretAccessKey: 'test-secret-of-the-store' }
const bucket = 'trips'
let dataDir: string
let server: S3StoreHandle
let store: ObjectStore
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frostline-object-store-'))
  server = await startS3Store({ dataDir, ...keys, buckets: [bucket, 'pages', 'empty'] })
  store = connect()
})
afterAll(async () => {
  store.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const connect = (changed: Partial<ObjectStoreOptions> = {}) =>
  createObjectStore({ endpoint: server.endpoint, region: server.region, ...keys, ...changed })

test('an object is put, seen, read in whole and in part, and deleted', async () => {
  const key = 'in/snow 雪 +%25.csv'
  const put = await store.put(bucket, key, 'a,b\n1,2\n', { contentType: 'text/csv' })
  expect(put).toMatchObject({ kind: 'ok', etag: expect.stringMatching(/^[0-9a-f]{32}$/) })
  const head = await store.head(bucket, key)
  expect(head).toMatchObject({ kind: 'ok', sizeBytes: 8n, contentType: 'text/csv' })
  if (head.kind === 'ok' && put.kind === 'ok') {
    expect(head.etag).toBe(put.etag)
    expect(Math.abs(head.lastModified.getTime() - Date.now())).toBeLessThan(60_000)
  }
  const whole = await store.get(bucket, key)
  expect(whole.kind === 'ok' && (await text(whole.body))).toBe('a,b\n1,2\n')
  const part = await store.get(bucket, key, { range: { from: 4, to: 6 } })
  expect(part).toMatchObject({ kind: 'ok', sizeBytes: 3n })
  expect(part.kind === 'ok' && (await text(part.body))).toBe('1,2')
  expect(await store.delete(bucket, key)).toEqual({ kind: 'ok' })
  expect(await store.delete(bucket, key)).toEqual({ kind: 'ok' })
  expect(await store.head(bucket, key)).toMatchObject({ kind: 'not-found' })
  expect(await store.get(bucket, key)).toMatchObject({ kind: 'not-found', code: 'NoSuchKey' })
})

test('a listing pages in the order of keys, by level with a delimiter', async () => {
  const wanted = ['a/1', 'a/2', 'a/b/3', 'c', 'd//e', 'z%z']
  for (const key of wanted) expect(await store.put('pages', key, key)).toMatchObject({ kind: 'ok' })
  const pages = await collect(store.list('pages', { pageSize: 2 }))
  expect(pages.map((page) => page.objects.map((object) => object.key))).toEqual([
    ['a/1', 'a/2'],
    ['a/b/3', 'c'],
    ['d//e', 'z%z'],
  ])
  expect(pages[0]?.objects[0]).toMatchObject({ sizeBytes: 3n, etag: expect.stringMatching(/^[0-9a-f]{32}$/) })
  const [level] = await collect(store.list('pages', { prefix: 'a/', delimiter: '/' }))
  expect(level?.objects.map((object) => object.key)).toEqual(['a/1', 'a/2'])
  expect(level?.prefixes).toEqual(['a/b/'])
  const [rest] = await collect(store.list('pages', { startAfter: 'c' }))
  expect(rest?.objects.map((object) => object.key)).toEqual(['d//e', 'z%z'])
  expect(await collect(store.list('empty'))).toEqual([{ objects: [], prefixes: [] }])
})

test('wrong keys are denied, a missing bucket is not found', async () => {
  for (const wrong of [{ secretAccessKey: 'wrong' }, { accessKeyId: 'wrong' }]) {
    const stranger = connect(wrong)
    expect(await stranger.put(bucket, 'x', 'x')).toMatchObject({ kind: 'denied' })
    expect(await stranger.head(bucket, 'x')).toMatchObject({ kind: 'denied' })
    await expect(collect(stranger.list(bucket))).rejects.toMatchObject({ failure: { kind: 'denied' } })
    stranger.close()
  }
  expect(await store.put('no-such-bucket', 'x', 'x')).toMatchObject({
    kind: 'not-found',
    code: 'NoSuchBucket',
  })
  await expect(collect(store.list('no-such-bucket'))).rejects.toThrow(StoreListingError)
})

test('reports whether a bucket keeps versions, or that the store does not say', async () => {
  expect(await store.readVersioning(bucket)).toEqual({ kind: 'ok', versioning: 'never' })
  expect(await store.readVersioning('no-such-bucket')).toMatchObject({ kind: 'not-found' })
  const stranger = connect({ secretAccessKey: 'wrong' })
  expect(await stranger.readVersioning(bucket)).toMatchObject({ kind: 'denied' })
  stranger.close()
})

test('a failing store is an error, and the SDK retries a short failure', async () => {
  await server.inject({ operation: 'PutObject', status: 503, times: 1 })
  expect(await store.put(bucket, 'patient', 'x')).toMatchObject({ kind: 'ok' })
  await server.inject({ operation: 'PutObject', status: 503 })
  expect(await store.put(bucket, 'patient', 'x')).toMatchObject({
    kind: 'refused',
    status: 503,
    code: 'SlowDown',
  })
  await server.clearFaults()
})

test('a listing that breaks between pages is an error, not a short list', async () => {
  const pages = store.list('pages', { pageSize: 2 })[Symbol.asyncIterator]()
  expect((await pages.next()).done).toBe(false)
  await server.inject({ operation: 'ListObjectsV2', status: 500 })
  await expect(pages.next()).rejects.toMatchObject({ failure: { kind: 'refused', status: 500 } })
  await server.clearFaults()
})

test('no store, no response in time, or an aborted call: unreachable', async () => {
  const nowhere = connect({ endpoint: 'http://127.0.0.1:1', maxAttempts: 1 })
  expect(await nowhere.head(bucket, 'x')).toMatchObject({ kind: 'unreachable' })
  nowhere.close()
  await server.inject({ operation: 'HeadObject', latencyMs: 2_000 })
  const hasty = connect({ requestTimeoutMs: 200, maxAttempts: 1 })
  expect(await hasty.head(bucket, 'x')).toMatchObject({ kind: 'unreachable' })
  hasty.close()
  const signal = AbortSignal.timeout(100)
  expect(await store.head(bucket, 'x', { signal })).toMatchObject({ kind: 'unreachable' })
  await server.clearFaults()
})

async function collect(pages: AsyncIterable<ListPage>): Promise<ListPage[]> {
  const all: ListPage[] = []
  for await (const page of pages) all.push(page)
  return all
}
