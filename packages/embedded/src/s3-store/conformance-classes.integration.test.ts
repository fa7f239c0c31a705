import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  RestoreObjectCommand,
  type StorageClass,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStore, readFailure, type TestStore } from './testing/test-store.ts'

const Bucket = 'bucket'
let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const put = (Key: string, StorageClass?: StorageClass) =>
  store.client.send(new PutObjectCommand({ Bucket, Key, Body: 'text', StorageClass }))
const head = (Key: string) => store.client.send(new HeadObjectCommand({ Bucket, Key }))
const get = async (Key: string) =>
  (await store.client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()
const restore = (Key: string, Days = 1) =>
  store.client.send(
    new RestoreObjectCommand({
      Bucket,
      Key,
      RestoreRequest: { Days, GlacierJobParameters: { Tier: 'Bulk' } },
    }),
  )
const move = (Key: string, StorageClass: StorageClass) =>
  store.client.send(
    new CopyObjectCommand({
      Bucket,
      Key,
      CopySource: `${Bucket}/${Key}`,
      StorageClass,
      MetadataDirective: 'COPY',
    }),
  )

it('keeps the class of a put and of a copy in place, and lists it', async () => {
  await put('plain')
  await put('cold', 'GLACIER_IR')
  expect((await head('plain')).StorageClass).toBeUndefined()
  expect((await head('cold')).StorageClass).toBe('GLACIER_IR')
  expect(await get('cold')).toBe('text')
  await move('plain', 'STANDARD_IA')
  await move('cold', 'STANDARD')
  const { Contents } = await store.client.send(new ListObjectsV2Command({ Bucket }))
  expect(Contents?.map(({ Key, StorageClass }) => [Key, StorageClass])).toEqual([
    ['cold', 'STANDARD'],
    ['plain', 'STANDARD_IA'],
  ])
  expect(await readFailure(put('odd', 'FROZEN' as StorageClass))).toEqual({
    code: 'InvalidStorageClass',
    status: 400,
  })
})

it('reads an archived object only from a copy that was retrieved, also after a restart', async () => {
  await put('deep')
  await move('deep', 'DEEP_ARCHIVE')
  expect(await readFailure(get('deep'))).toEqual({ code: 'InvalidObjectState', status: 403 })
  expect(await readFailure(move('deep', 'STANDARD'))).toEqual({
    code: 'ObjectNotInActiveTierError',
    status: 403,
  })
  expect((await restore('deep')).$metadata.httpStatusCode).toBe(202)
  expect((await head('deep')).Restore).toBe('ongoing-request="true"')
  expect(await readFailure(restore('deep'))).toEqual({ code: 'RestoreAlreadyInProgress', status: 409 })
  await store.handle.restart()
  while ((await head('deep')).Restore?.includes('true'))
    await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await head('deep')).Restore).toMatch(/^ongoing-request="false", expiry-date="\w{3}, /)
  expect(await get('deep')).toBe('text')
  // Its days begin again.
  expect((await restore('deep', 3)).$metadata.httpStatusCode).toBe(200)
  expect((await head('deep')).StorageClass).toBe('DEEP_ARCHIVE')
  await move('deep', 'STANDARD')
  expect((await head('deep')).Restore).toBeUndefined()
  expect(await readFailure(restore('deep'))).toEqual({ code: 'InvalidObjectState', status: 403 })
})
