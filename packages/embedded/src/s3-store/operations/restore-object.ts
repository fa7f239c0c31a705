import { childText, parseXml } from '../protocol/parse-xml.ts'
import { S3Error } from '../protocol/s3-error.ts'
import type { Operation } from '../server/operation-context.ts'
import { receiveText } from '../server/receive-body.ts'
import { isArchived } from './storage-class.ts'

const dayMs = 24 * 3_600_000
/** What takes Amazon hours. */
const retrievalMs = 2_000

/** Retrieves a readable copy of an archived object for some days. @throws RestoreAlreadyInProgress, InvalidObjectState */
export const restoreObject: Operation = async (context) => {
  const root = parseXml(await receiveText(context))
  const days = Number(childText(root, 'Days'))
  if (root.name !== 'RestoreRequest' || !Number.isInteger(days) || days < 1)
    throw new S3Error('MalformedXML', 'RestoreRequest takes a number of Days.')
  const { storage, bucket, key } = context
  const object = storage.getObject(bucket, key)
  if (!isArchived(object))
    throw new S3Error('InvalidObjectState', "Restore is not allowed for the object's current storage class")
  const nowMs = Date.now()
  const { retrieval } = object
  const isOpen = retrieval !== undefined && nowMs < retrieval.expiresMs
  if (isOpen && nowMs < retrieval.readyMs)
    throw new S3Error('RestoreAlreadyInProgress', 'Object restore is already in progress')
  const readyMs = isOpen ? retrieval.readyMs : nowMs + retrievalMs
  const expiresMs = nowMs + days * dayMs
  storage.commit({
    type: 'putObject',
    bucket,
    object: { ...object, retrieval: { readyMs, expiresMs } },
  })
  return { status: isOpen ? 200 : 202 }
}
