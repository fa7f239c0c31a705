import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { auditLine, type ChainedEntry } from '@frostline/domain'
import type { ObjectStore, StoreFailure } from '@frostline/object-store'
import { explainStore } from '../../../loads/source/explain-store.ts'
import type { DestinationSettings } from './schema.ts'
import type { ShipOutcome } from './ship-outcome.ts'

type S3 = Extract<DestinationSettings, { type: 'bucket' }>

const DAY_MS = 86_400_000

/**
 * Writes one object per batch. Its name and its content follow from the entries, so a retry finds what an earlier
 * attempt has written and leaves it as it is: in a bucket with object lock, a second version could not be deleted.
 */
export async function sendS3(
  store: ObjectStore,
  settings: S3,
  entries: readonly ChainedEntry[],
  now: Date,
): Promise<ShipOutcome> {
  const { bucket, lock, retainDays } = settings
  const checked = lock === 'none' ? null : await checkObjectLock(store, settings)
  if (checked?.kind === 'failed') return checked
  const key = objectKey(settings.prefix, entries)
  const body = Buffer.from(entries.map((entry) => `${auditLine(entry)}\n`).join(''))
  const written = await store.put(bucket, key, body, {
    contentType: 'application/x-ndjson',
    contentMd5: createHash('md5').update(body).digest('base64'),
    ifAbsent: true,
    ...(lock === 'none'
      ? {}
      : { lock: { mode: lock, retainUntil: new Date(now.getTime() + retainDays * DAY_MS) } }),
  })
  if (written.kind === 'ok') return { kind: 'sent' }
  if (written.kind !== 'refused' || written.status !== 412) return failedWrite(written, bucket)
  const found = await store.get(bucket, key)
  if (found.kind === 'denied')
    return {
      kind: 'failed',
      text: `${bucket}/${key} already exists and cannot be compared: the keys need s3:GetObject.`,
    }
  if (found.kind !== 'ok') return failedWrite(found, bucket)
  if (body.equals(await buffer(found.body))) return { kind: 'sent' }
  return {
    kind: 'failed',
    text: `${bucket}/${key} already exists with other content. It belongs to another console: enter another prefix.`,
  }
}

/** Named by the numbers of its entries, so that names sort in the order of the chain. */
function objectKey(prefix: string, entries: readonly Pick<ChainedEntry, 'sequence'>[]): string {
  const name = (sequence: bigint | undefined) => String(sequence ?? 0n).padStart(16, '0')
  return `${prefix}${name(entries[0]?.sequence)}-${name(entries.at(-1)?.sequence)}.ndjson`
}

/** Also the test of such a destination: a test object would be locked. */
export async function checkObjectLock(
  store: ObjectStore,
  { bucket, lock }: Pick<S3, 'bucket' | 'lock'>,
): Promise<ShipOutcome> {
  if (lock === 'none') {
    const listed = await store.listPage(bucket, { pageSize: 1 })
    return listed.kind === 'ok' ? { kind: 'sent' } : failedWrite(listed, bucket)
  }
  const found = await store.readObjectLock(bucket)
  if (found.kind === 'ok' && !found.enabled)
    return {
      kind: 'failed',
      text: `The bucket ${bucket} has no object lock. Create a bucket with object lock, or choose “no lock”.`,
    }
  // A key that may only write cannot read this. The store then rejects the object if there is no lock.
  if (found.kind === 'ok' || found.kind === 'denied') return { kind: 'sent' }
  if (found.kind === 'refused' && ['NotImplemented', 'MethodNotAllowed'].includes(found.code))
    return {
      kind: 'failed',
      text: `The store of the bucket ${bucket} does not support object lock (${found.code}). Use another store, or choose “no lock”.`,
    }
  return failedWrite(found, bucket)
}

function failedWrite(failure: StoreFailure, bucket: string): ShipOutcome {
  if (failure.kind === 'refused' && /object ?lock/i.test(failure.message))
    return {
      kind: 'failed',
      text: `The bucket ${bucket} has no object lock. Create a bucket with object lock, or choose “no lock”. (${failure.message})`,
    }
  const { message, hint } = explainStore(failure)
  return {
    kind: 'failed',
    text: `${message} ${failure.kind === 'denied' ? `Writing needs s3:PutObject, and s3:PutObjectRetention for a lock, on ${bucket}.` : hint}`,
  }
}
