import {
  DeleteObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ObjectStorage } from './storage/object-storage.ts'
import { EMPTY_OBJECT } from './testing/empty-object.ts'
import { compareUtf8, listByModel } from './testing/listing-model.ts'
import { openTestStore, readFailure, type TestStore } from './testing/test-store.ts'

const Bucket = 'bucket'
let store: TestStore
let keys: string[] = []

/** 20,000 keys of up to four levels, with characters on both sides of the surrogates. */
function makeKeys(): string[] {
  const words = ['a', 'b', 'data', 'é', '\uffee', '😀', 'x y', '%', '-']
  const made = new Set<string>()
  for (let n = 0; made.size < 20_000; n += 1) {
    const word = (divisor: number): string => words[Math.floor(n / divisor) % words.length] ?? ''
    const depth = n % 4
    const folders = [word(3), word(29), word(241)].slice(0, depth).join('/')
    made.add(`${folders}${depth > 0 ? '/' : ''}${word(7)}${n}`)
  }
  return [...made]
}

beforeAll(async () => {
  keys = makeKeys()
  store = await openTestStore({}, (dataDir) => {
    // Through the storage itself and not by requests: twenty thousand of those take a minute on a busy machine.
    const storage = new ObjectStorage(dataDir)
    storage.commit({ type: 'createBucket', bucket: Bucket, createdMs: Date.now() })
    for (const key of keys)
      storage.commit({ type: 'putObject', bucket: Bucket, object: { ...EMPTY_OBJECT, key } })
    storage.close()
  })
})
afterAll(() => store.close())

async function listAll(
  query: Partial<ListObjectsV2CommandInput>,
): Promise<{ keys: string[]; prefixes: string[] }> {
  const found = { keys: [] as string[], prefixes: [] as string[] }
  let ContinuationToken: string | undefined
  do {
    const page = await store.client.send(
      new ListObjectsV2Command({ Bucket, ...query, ...(ContinuationToken && { ContinuationToken }) }),
    )
    found.keys.push(...(page.Contents ?? []).map(({ Key }) => Key ?? ''))
    found.prefixes.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix ?? ''))
    expect(page.KeyCount).toBe((page.Contents?.length ?? 0) + (page.CommonPrefixes?.length ?? 0))
    ContinuationToken = page.NextContinuationToken
    expect(page.IsTruncated).toBe(ContinuationToken !== undefined)
  } while (ContinuationToken !== undefined)
  return found
}

describe('a listing of 20,000 keys', () => {
  it('has them all, in the order of their UTF-8 bytes', async () => {
    expect((await listAll({})).keys).toEqual([...keys].sort(compareUtf8))
  })

  it('equals the model for random prefixes, delimiters, starts and page sizes', async () => {
    const anyKey = fc.nat(keys.length - 1).map((n) => keys[n] ?? '')
    const prefixOf = fc.tuple(anyKey, fc.nat(8)).map(([key, length]) => [...key].slice(0, length).join(''))
    await fc.assert(
      fc.asyncProperty(
        prefixOf,
        fc.constantFrom('', '/', 'a', '😀'),
        fc.oneof(fc.constant(''), anyKey, prefixOf),
        fc.integer({ min: 1, max: 1000 }),
        async (prefix, delimiter, after, maxEntries) => {
          const page = await store.client.send(
            new ListObjectsV2Command({
              Bucket,
              Prefix: prefix,
              ...(delimiter && { Delimiter: delimiter }),
              ...(after && { StartAfter: after }),
              MaxKeys: maxEntries,
            }),
          )
          const model = listByModel(keys, { prefix, delimiter, after, maxEntries })
          expect((page.Contents ?? []).map(({ Key }) => Key)).toEqual(model.keys)
          expect((page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix)).toEqual(model.commonPrefixes)
          expect(page.IsTruncated).toBe(model.nextAfter !== null)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is walked folder by folder in small pages', async () => {
    const model = listByModel(keys, { prefix: '', delimiter: '/', after: '', maxEntries: 100_000 })
    const found = await listAll({ Delimiter: '/', MaxKeys: 7, Prefix: '' })
    expect(found.prefixes).toEqual(model.commonPrefixes)
    expect(found.keys).toEqual(model.keys)
  })

  it('by version 1 continues from NextMarker, or from the last key without a delimiter', async () => {
    const query = { Bucket, Delimiter: '/', MaxKeys: 5 }
    const first = await store.client.send(new ListObjectsCommand(query))
    expect(first.NextMarker).toBeDefined()
    const second = await store.client.send(new ListObjectsCommand({ ...query, Marker: first.NextMarker }))
    const entries = [first, second].flatMap(({ Contents = [], CommonPrefixes = [] }) => [
      ...Contents.map(({ Key }) => Key ?? ''),
      ...CommonPrefixes.map(({ Prefix }) => Prefix ?? ''),
    ])
    const model = listByModel(keys, { prefix: '', delimiter: '/', after: '', maxEntries: 10 })
    expect(entries.sort(compareUtf8)).toEqual([...model.keys, ...model.commonPrefixes].sort(compareUtf8))
    const flat = await store.client.send(new ListObjectsCommand({ Bucket, MaxKeys: 5 }))
    expect(flat.NextMarker).toBeUndefined()
    expect(flat.IsTruncated).toBe(true)
  })
})

describe('an entry of a listing', () => {
  it('has size, quoted ETag, time and class', async () => {
    const Key = 'entry/one'
    const { ETag } = await store.client.send(new PutObjectCommand({ Bucket, Key, Body: 'four' }))
    const page = await store.client.send(new ListObjectsV2Command({ Bucket, Prefix: Key, FetchOwner: true }))
    expect(page.Contents).toMatchObject([
      { Key, ETag, Size: 4, StorageClass: 'STANDARD', Owner: { ID: 'frostline' } },
    ])
    expect(page.Contents?.[0]?.ETag).toMatch(/^"[0-9a-f]{32}"$/)
    expect(Date.now() - (page.Contents?.[0]?.LastModified?.getTime() ?? 0)).toBeLessThan(60_000)
    await store.client.send(new DeleteObjectCommand({ Bucket, Key }))
  })

  it('is percent-encoded on request', async () => {
    const Key = 'entry/a b+é\n&'
    await store.client.send(new PutObjectCommand({ Bucket, Key, Body: '' }))
    const page = await store.client.send(
      new ListObjectsV2Command({ Bucket, Prefix: 'entry/a b', Delimiter: '&', EncodingType: 'url' }),
    )
    expect(page.EncodingType).toBe('url')
    expect(page.CommonPrefixes).toEqual([{ Prefix: 'entry/a+b%2B%C3%A9%0A%26' }])
    expect(page.Prefix).toBe('entry/a+b')
  })
})

describe('a listing request', () => {
  it('may request nothing', async () => {
    const page = await store.client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 0 }))
    expect(page).toMatchObject({ KeyCount: 0, IsTruncated: false })
  })

  it('is rejected with a wrong token or page size', async () => {
    const send = (more: Partial<ListObjectsV2CommandInput>) =>
      readFailure(store.client.send(new ListObjectsV2Command({ Bucket, ...more })))
    expect(await send({ ContinuationToken: 'garbage' })).toEqual({ code: 'InvalidArgument', status: 400 })
    expect(await send({ MaxKeys: -1 })).toEqual({ code: 'InvalidArgument', status: 400 })
  })
})
