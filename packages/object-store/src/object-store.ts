import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectLockConfigurationCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  PutObjectLegalHoldCommand,
  RestoreObjectCommand,
  type StorageClass,
} from '@aws-sdk/client-s3'
import { classifyStoreFailure, type StoreFailure } from './failure.ts'
import {
  type ListOptions,
  type ListPage,
  listPage,
  listPages,
  type PageOptions,
  type PageOutcome,
  unquoteEtag,
} from './list-objects.ts'
import { listUploadPage, type UploadPageOptions, type UploadPageOutcome } from './list-uploads.ts'
import { type ObjectTags, readTags, writeTags } from './object-tags.ts'
import { type ClockOutcome, readClock } from './read-clock.ts'
import { type LinkOptions, signDownloadLink } from './sign-download-link.ts'
import { type ObjectStoreOptions, openStoreClient } from './store-client.ts'

interface ObjectFacts {
  sizeBytes: bigint
  etag: string
  lastModified: Date
  contentType: string | undefined
  /** As the store names it: STANDARD, GLACIER, … */
  storageClass: string
  /** Of a readable copy of an archived object. Null: none was requested, or it has expired. */
  retrieval: 'ongoing' | 'ready' | null
  metadata: Readonly<Record<string, string>>
}

type HeadOutcome = ({ kind: 'ok' } & ObjectFacts) | StoreFailure
/** The body must be read to its end or destroyed: it occupies a connection. */
type GetOutcome = ({ kind: 'ok'; body: Readable } & ObjectFacts) | StoreFailure
type BucketsOutcome = { kind: 'ok'; buckets: string[] } | StoreFailure
/** Suspended: objects deleted from now on are gone, earlier versions are kept. */
export type VersioningOutcome = { kind: 'ok'; versioning: 'never' | 'enabled' | 'suspended' } | StoreFailure
type ObjectLockOutcome = { kind: 'ok'; enabled: boolean } | StoreFailure

interface PutOptions {
  contentType?: string
  /** Of the body, in base64. Stores require it, or a checksum, for objects with a lock. */
  contentMd5?: string
  /** Only where there is no object: otherwise 412. */
  ifAbsent?: boolean
  /** compliance: nobody can delete this version before then. governance: only with a special permission. */
  lock?: { mode: 'compliance' | 'governance'; retainUntil: Date }
}

interface CopyOptions {
  ifMatch: string
  ifAbsent?: boolean
  /** Omitted: that of the bucket. */
  storageClass?: string
  /** Replaces that of the source. Omitted: the same. */
  metadata?: Record<string, string>
}

interface RetrieveOptions {
  days: number
  tier: 'standard' | 'bulk'
}

type PutOutcome = { kind: 'ok'; etag: string } | StoreFailure
type TagsOutcome = { kind: 'ok'; tags: ObjectTags } | StoreFailure
/** ok also when there was nothing: the end state counts. */
type DeleteOutcome = { kind: 'ok' } | StoreFailure

interface ByteRange {
  /** First byte, from 0. */
  from: number
  /** Last byte, inclusive. Omitted: to the end. */
  to?: number
}

interface RequestOptions {
  signal?: AbortSignal | undefined
}

/** Objects of any bucket that the key may use. Only list throws; the others return an outcome. */
export interface ObjectStore {
  list(bucket: string, options?: ListOptions): AsyncIterable<ListPage>
  /** One page of the same, for callers that continue later with its token. */
  listPage(bucket: string, options?: PageOptions): Promise<PageOutcome>
  /** Unfinished multipart uploads, a page at a time. */
  listUploadPage(bucket: string, options?: UploadPageOptions): Promise<UploadPageOutcome>
  /** The store's clock. */
  readClock(bucket: string): Promise<ClockOutcome>
  /** Whether a deleted object stays in the bucket as an older version; many keys may not read this. */
  readVersioning(bucket: string): Promise<VersioningOutcome>
  /** Whether objects of the bucket can be locked; many keys may not read this. */
  readObjectLock(bucket: string): Promise<ObjectLockOutcome>
  /** Nobody can delete this version of the object while it is on. Only in buckets with object lock. */
  setLegalHold(bucket: string, key: string, on: boolean): Promise<DeleteOutcome>
  /** Names of the buckets that the key may see; many keys may not list them. */
  listBuckets(options?: RequestOptions): Promise<BucketsOutcome>
  /** A presigned URL that lets its holder read the object until it expires. Nothing is sent. */
  signDownloadLink(bucket: string, key: string, options: LinkOptions): Promise<string>
  head(bucket: string, key: string, options?: RequestOptions): Promise<HeadOutcome>
  get(bucket: string, key: string, options?: RequestOptions & { range?: ByteRange }): Promise<GetOutcome>
  /** Atomic: readers see the old object or the new one. */
  put(
    bucket: string,
    key: string,
    body: Uint8Array | string,
    options?: RequestOptions & PutOptions,
  ): Promise<PutOutcome>
  /** With `ifMatch` only an object with that ETag: otherwise the store returns 412, or 404 where it is gone. */
  delete(
    bucket: string,
    key: string,
    options?: RequestOptions & { ifMatch?: string | undefined },
  ): Promise<DeleteOutcome>
  /**
   * Within the store, atomic, up to 5 GiB. Only from a source with that ETag, and with `ifAbsent` only where there is
   * no object: otherwise 412.
   */
  copy(bucket: string, key: string, toKey: string, options: RequestOptions & CopyOptions): Promise<PutOutcome>
  /**
   * Requests a readable copy of an archived object for some days. ok also while one is on its way, or there: then its days
   * begin again.
   */
  retrieve(bucket: string, key: string, options: RetrieveOptions): Promise<DeleteOutcome>
  readTags(bucket: string, key: string): Promise<TagsOutcome>
  /** Replaces all of them. Neither ETag nor time of the object changes. */
  writeTags(bucket: string, key: string, tags: ObjectTags): Promise<DeleteOutcome>
  /** ok also when there was no such upload. */
  abortUpload(bucket: string, key: string, uploadId: string): Promise<DeleteOutcome>
  close(): void
}

export function createObjectStore(options: ObjectStoreOptions): ObjectStore {
  const client = openStoreClient(options)
  const sending = (given: RequestOptions | undefined) =>
    given?.signal === undefined ? {} : { abortSignal: given.signal }
  return {
    list: (bucket, listing = {}) => listPages(client, bucket, listing),
    listPage: (bucket, page = {}) => listPage(client, bucket, page),
    listUploadPage: (bucket, page = {}) => listUploadPage(client, bucket, page),
    readClock: (bucket) => readClock(client, bucket),
    readVersioning: (bucket) =>
      outcome(async () => {
        const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket: bucket }))
        const versioning = Status === undefined ? 'never' : Status === 'Enabled' ? 'enabled' : 'suspended'
        return { kind: 'ok', versioning }
      }),
    readObjectLock: async (bucket) => {
      const answer = await outcome(async () => {
        const { ObjectLockConfiguration } = await client.send(
          new GetObjectLockConfigurationCommand({ Bucket: bucket }),
        )
        return { kind: 'ok' as const, enabled: ObjectLockConfiguration?.ObjectLockEnabled === 'Enabled' }
      })
      const none = answer.kind === 'not-found' && answer.code === 'ObjectLockConfigurationNotFoundError'
      return none ? { kind: 'ok', enabled: false } : answer
    },
    setLegalHold: (bucket, key, on) =>
      outcome(async () => {
        const LegalHold = { Status: on ? ('ON' as const) : ('OFF' as const) }
        await client.send(new PutObjectLegalHoldCommand({ Bucket: bucket, Key: key, LegalHold }))
        return { kind: 'ok' }
      }),
    listBuckets: (given) =>
      outcome(async () => {
        const answer = await client.send(new ListBucketsCommand({}), sending(given))
        return { kind: 'ok', buckets: (answer.Buckets ?? []).flatMap(({ Name }) => Name ?? []) }
      }),
    signDownloadLink: (bucket, key, link) => signDownloadLink(client, bucket, key, link),
    head: (bucket, key, given) =>
      outcome(async () => {
        const answer = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), sending(given))
        return { kind: 'ok', ...factsOf(answer) }
      }),
    get: (bucket, key, given) =>
      outcome(async () => {
        const range =
          given?.range === undefined ? undefined : `bytes=${given.range.from}-${given.range.to ?? ''}`
        const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range: range })
        const answer = await client.send(command, sending(given))
        return { kind: 'ok', body: answer.Body as Readable, ...factsOf(answer) }
      }),
    put: (bucket, key, body, given) =>
      outcome(async () => {
        const command = new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: body,
          ContentType: given?.contentType,
          ContentMD5: given?.contentMd5,
          IfNoneMatch: given?.ifAbsent ? '*' : undefined,
          ObjectLockMode: given?.lock?.mode === 'compliance' ? 'COMPLIANCE' : given?.lock && 'GOVERNANCE',
          ObjectLockRetainUntilDate: given?.lock?.retainUntil,
        })
        const answer = await client.send(command, sending(given))
        return { kind: 'ok', etag: unquoteEtag(answer.ETag) }
      }),
    delete: (bucket, key, given) =>
      outcome(async () => {
        const IfMatch = given?.ifMatch === undefined ? undefined : `"${given.ifMatch}"`
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key, IfMatch }), sending(given))
        return { kind: 'ok' }
      }),
    copy: (bucket, key, toKey, { ifMatch, ifAbsent, storageClass, metadata, ...given }) =>
      outcome(async () => {
        const command = new CopyObjectCommand({
          Bucket: bucket,
          Key: toKey,
          CopySource: `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`,
          CopySourceIfMatch: `"${ifMatch}"`,
          IfNoneMatch: ifAbsent ? '*' : undefined,
          StorageClass: storageClass as StorageClass | undefined,
          ...(metadata && { Metadata: metadata, MetadataDirective: 'REPLACE' as const }),
        })
        const answer = await client.send(command, sending(given))
        return { kind: 'ok', etag: unquoteEtag(answer.CopyObjectResult?.ETag) }
      }),
    retrieve: async (bucket, key, { days, tier }) => {
      const answer = await outcome(async () => {
        const Tier = tier === 'bulk' ? ('Bulk' as const) : ('Standard' as const)
        const RestoreRequest = { Days: days, GlacierJobParameters: { Tier } }
        await client.send(new RestoreObjectCommand({ Bucket: bucket, Key: key, RestoreRequest }))
        return { kind: 'ok' as const }
      })
      return answer.kind === 'refused' && answer.code === 'RestoreAlreadyInProgress' ? { kind: 'ok' } : answer
    },
    readTags: (bucket, key) =>
      outcome(async () => ({ kind: 'ok', tags: await readTags(client, bucket, key) })),
    writeTags: (bucket, key, tags) =>
      outcome(async () => {
        await writeTags(client, bucket, key, tags)
        return { kind: 'ok' }
      }),
    abortUpload: async (bucket, key, uploadId) => {
      const answer = await outcome(async () => {
        const command = new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId })
        await client.send(command)
        return { kind: 'ok' as const }
      })
      return answer.kind === 'not-found' && answer.code === 'NoSuchUpload' ? { kind: 'ok' } : answer
    },
    close: () => client.destroy(),
  }
}

async function outcome<Ok>(act: () => Promise<Ok>): Promise<Ok | StoreFailure> {
  try {
    return await act()
  } catch (thrown) {
    return classifyStoreFailure(thrown)
  }
}

interface AnswerFacts {
  ContentLength?: number | undefined
  ETag?: string | undefined
  LastModified?: Date | undefined
  ContentType?: string | undefined
  StorageClass?: string | undefined
  Restore?: string | undefined
  Metadata?: Record<string, string> | undefined
}

/** sizeBytes is the response's length: for a range, that of the range. */
function factsOf(answer: AnswerFacts): ObjectFacts {
  return {
    sizeBytes: BigInt(answer.ContentLength ?? 0),
    etag: unquoteEtag(answer.ETag),
    lastModified: answer.LastModified ?? new Date(0),
    contentType: answer.ContentType,
    storageClass: answer.StorageClass ?? 'STANDARD',
    retrieval: readRetrieval(answer.Restore),
    metadata: answer.Metadata ?? {},
  }
}

/** The header x-amz-restore. */
function readRetrieval(text: string | undefined): ObjectFacts['retrieval'] {
  if (text === undefined) return null
  return text.includes('ongoing-request="true"') ? 'ongoing' : 'ready'
}
