import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectTaggingCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, readFailure, type TestStore } from './testing/test-store.ts'

const Bucket = 'bucket'
let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

function put(Key: string, Body: string, more: Partial<PutObjectCommandInput> = {}) {
  return store.client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }))
}

async function get(Key: string) {
  const answer = await store.client.send(new GetObjectCommand({ Bucket, Key }))
  return { ...answer, text: await answer.Body?.transformToString() }
}

describe('copies', () => {
  it('carry content, metadata and tags, or take new ones', async () => {
    const { ETag } = await put('source é/1', 'text', {
      Metadata: { a: '1' },
      Tagging: 't=1',
      ContentType: 'text/plain',
    })
    const CopySource = `${Bucket}/${encodeURIComponent('source é/1')}`
    const { CopyObjectResult } = await store.client.send(
      new CopyObjectCommand({ Bucket, Key: 'copy', CopySource }),
    )
    expect(CopyObjectResult?.ETag).toBe(ETag)
    expect(await get('copy')).toMatchObject({ Metadata: { a: '1' }, ContentType: 'text/plain', TagCount: 1 })
    await store.client.send(
      new CopyObjectCommand({
        Bucket,
        Key: 'copy',
        CopySource: `/${CopySource}`,
        MetadataDirective: 'REPLACE',
        Metadata: { b: '2' },
        ContentType: 'text/html',
        TaggingDirective: 'REPLACE',
        Tagging: 'u=2&v=3',
      }),
    )
    expect(await get('copy')).toMatchObject({ Metadata: { b: '2' }, ContentType: 'text/html', TagCount: 2 })
    await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'source é/1' }))
    expect((await get('copy')).text).toBe('text')
  })

  it('fail for a missing source, failed conditions, and themselves unchanged', async () => {
    const { ETag } = await put('copied', 'text')
    const copy = (more: Partial<ConstructorParameters<typeof CopyObjectCommand>[0]>) =>
      store.client.send(
        new CopyObjectCommand({ Bucket, Key: 'copy2', CopySource: `${Bucket}/copied`, ...more }),
      )
    expect(await readFailure(copy({ CopySource: `${Bucket}/absent` }))).toMatchObject({ code: 'NoSuchKey' })
    expect(await readFailure(copy({ CopySourceIfNoneMatch: ETag }))).toMatchObject({
      code: 'PreconditionFailed',
    })
    expect(await readFailure(copy({ CopySourceIfMatch: '"no"' }))).toMatchObject({
      code: 'PreconditionFailed',
    })
    expect(await readFailure(copy({ Key: 'copied' }))).toMatchObject({ code: 'InvalidRequest' })
    await copy({ CopySourceIfMatch: ETag })
  })
})

describe('tags', () => {
  it('are set, read and removed without touching the object', async () => {
    const { ETag } = await put('tagged', 'text')
    const TagSet = [
      { Key: 'state', Value: 'quarantined <&>' },
      { Key: 'empty', Value: '' },
    ]
    await store.client.send(new PutObjectTaggingCommand({ Bucket, Key: 'tagged', Tagging: { TagSet } }))
    const read = (): Promise<unknown> =>
      store.client
        .send(new GetObjectTaggingCommand({ Bucket, Key: 'tagged' }))
        .then((answer) => answer.TagSet)
    expect(await read()).toEqual(TagSet)
    expect(await get('tagged')).toMatchObject({ ETag, TagCount: 2 })
    await store.client.send(new DeleteObjectTaggingCommand({ Bucket, Key: 'tagged' }))
    expect(await read()).toEqual([])
    const twice = [TagSet[0], TagSet[0]].flatMap((tag) => (tag ? [tag] : []))
    const bad = store.client.send(
      new PutObjectTaggingCommand({ Bucket, Key: 'tagged', Tagging: { TagSet: twice } }),
    )
    expect(await readFailure(bad)).toEqual({ code: 'InvalidTag', status: 400 })
  })
})
