import { randomUUID } from 'node:crypto'
import { notifyChange, type SecretPlace, type Source, type Transaction } from '@frostline/db'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { isUniqueViolation } from '../../platform/base/unique-violation.ts'
import type { WantedSource } from './schema.ts'

export function sourceSecretPlace(sourceId: string): SecretPlace {
  return { purpose: 'source secret key', rowId: sourceId }
}

/** @returns the id of the new row. The caller's transaction also writes the audit entry. */
export async function insertSource(
  tx: Transaction,
  ctx: ServiceContext,
  wanted: WantedSource,
): Promise<string> {
  const id = randomUUID()
  const sealedSecret =
    wanted.secretAccessKey === ''
      ? null
      : ctx.clusters.secrets.seal(sourceSecretPlace(id), wanted.secretAccessKey)
  const made = { createdAt: ctx.now(), createdBy: ctx.actor.name }
  const changed = { updatedAt: ctx.now(), updatedBy: ctx.actor.name }
  await tx.source.create({ data: { id, ...columnsOf(wanted), sealedSecret, ...made, ...changed } })
  await notifyChange(tx, 'source', id)
  return id
}

/** An empty secret keeps the stored one, if the new authentication has any. */
export async function replaceSource(
  tx: Transaction,
  ctx: ServiceContext,
  present: Source,
  wanted: WantedSource,
): Promise<void> {
  const columns = columnsOf(wanted)
  const { id } = present
  const sealedSecret =
    columns.accessKeyId === null
      ? null
      : wanted.secretAccessKey === ''
        ? present.sealedSecret
        : ctx.clusters.secrets.seal(sourceSecretPlace(id), wanted.secretAccessKey)
  await tx.source.update({
    where: { id },
    data: { ...columns, sealedSecret, updatedAt: ctx.now(), updatedBy: ctx.actor.name },
  })
  await notifyChange(tx, 'source', id)
}

function columnsOf({ secretAccessKey: _, ...wanted }: WantedSource) {
  const withKeys = wanted.auth !== 'environment' && wanted.accessKeyId !== ''
  return {
    ...wanted,
    buckets: [...new Set(wanted.buckets)],
    accessKeyId: withKeys ? wanted.accessKeyId : null,
    collectionName: wanted.auth === 'collection' ? wanted.collectionName : null,
  }
}

/**
 * Keys come in pairs, and a collection has a name.
 * @param hasStoredSecret the secret may be empty.
 * @throws ServiceError `invalid`
 */
export function requireWholeAuth(wanted: WantedSource, hasStoredSecret: boolean): void {
  const fault = explainAuth(wanted, hasStoredSecret)
  if (fault) throw new ServiceError('invalid', fault, { hint: 'Complete the form and send it again.' })
}

function explainAuth(wanted: WantedSource, hasStoredSecret: boolean): string | null {
  const { auth, accessKeyId, secretAccessKey, collectionName } = wanted
  if (auth === 'collection' && collectionName === '') return 'collectionName: Name the collection.'
  const needsKeys =
    auth === 'keys' || (auth === 'collection' && (accessKeyId !== '' || secretAccessKey !== ''))
  if (!needsKeys) return null
  if (accessKeyId === '') return 'accessKeyId: Enter the access key ID.'
  if (secretAccessKey === '' && !hasStoredSecret) return 'secretAccessKey: Enter the secret access key.'
  return null
}

/** A name that another source has is the caller's mistake, not a fault. */
export function explainTakenSource(error: unknown, wanted: { name: string }): unknown {
  if (!isUniqueViolation(error)) return error
  return new ServiceError(
    'conflict',
    `A source named ${wanted.name}, or one with this collection, already exists.`,
    {
      hint: 'Choose another name, or change that source.',
      cause: error,
    },
  )
}

/** For the audit: everything but the secret. */
export function describeSource(wanted: WantedSource) {
  const { endpoint, region, buckets, auth, accessKeyId, collectionName, secretAccessKey } = wanted
  return { endpoint, region, buckets, auth, accessKeyId, collectionName, newSecret: secretAccessKey !== '' }
}
