import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3'
import { type S3StoreHandle, startS3Store } from '@frostline/embedded'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createObjectStore, type ObjectStore } from './index.ts'

const keys = { accessKeyId: 'test-key', secretAccessKey: 'test-secret-of-the-store' }
const bucket = 'trips'
const key = 'in/snow 雪 +%25&=.csv'
let dataDir: string
let server: S3StoreHandle
let store: ObjectStore
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frostline-object-store-'))
  server = await startS3Store({ dataDir, ...keys, buckets: [bucket] })
  store = createObjectStore({ endpoint: server.endpoint, region: server.region, ...keys })
})
afterAll(async () => {
  store.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function put(text: string): Promise<string> {
  const answer = await store.put(bucket, key, text)
  if (answer.kind !== 'ok') throw new Error(answer.message)
  return answer.etag
}

const refused = { kind: 'refused', status: 412, code: 'PreconditionFailed' }

test('an object is copied only in the state that was seen, and on request not over another one', async () => {
  const ifMatch = await put('seen')
  expect(await store.copy(bucket, key, `away/${key}`, { ifMatch: 'other' })).toMatchObject(refused)
  expect(await store.copy(bucket, key, `away/${key}`, { ifMatch })).toMatchObject({
    kind: 'ok',
    etag: ifMatch,
  })
  expect(await store.head(bucket, `away/${key}`)).toMatchObject({ sizeBytes: 4n, etag: ifMatch })
  expect(await store.copy(bucket, key, `away/${key}`, { ifMatch, ifAbsent: true })).toMatchObject(refused)
  expect(await store.copy(bucket, 'none', 'away/none', { ifMatch })).toMatchObject({ kind: 'not-found' })
})

test('an object is deleted only in the state that was seen', async () => {
  const ifMatch = await put('seen')
  await put('written since')
  expect(await store.delete(bucket, key, { ifMatch })).toMatchObject(refused)
  expect(await store.head(bucket, key)).toMatchObject({ kind: 'ok' })
  expect(await store.delete(bucket, key, { ifMatch: await put('seen') })).toEqual({ kind: 'ok' })
  expect(await store.head(bucket, key)).toMatchObject({ kind: 'not-found' })
})

test('tags are read and replaced, and the object stays the same', async () => {
  await put('tagged')
  const before = await store.head(bucket, key)
  const tags = new Map([
    ['team', 'snow & ice'],
    ['frostline-quarantine', '1'],
  ])
  expect(await store.writeTags(bucket, key, tags)).toEqual({ kind: 'ok' })
  expect(await store.readTags(bucket, key)).toEqual({ kind: 'ok', tags })
  expect(await store.head(bucket, key)).toEqual(before)
  expect(await store.readTags(bucket, 'none')).toMatchObject({ kind: 'not-found' })
})

test('an upload is aborted, also twice', async () => {
  const client = new S3Client({
    ...{ endpoint: server.endpoint, region: server.region, forcePathStyle: true, credentials: keys },
  })
  const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: key }))
  client.destroy()
  expect(await store.listUploadPage(bucket, { prefix: key })).toMatchObject({
    uploads: [{ key, uploadId: UploadId }],
  })
  for (const _ of ['once', 'twice'])
    expect(await store.abortUpload(bucket, key, UploadId)).toEqual({ kind: 'ok' })
  expect(await store.listUploadPage(bucket, { prefix: key })).toMatchObject({ uploads: [] })
})
