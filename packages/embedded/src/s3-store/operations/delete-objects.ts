import { CHECKSUM_ALGORITHMS, checksumHeader } from '../protocol/checksums.ts'
import { childText, parseXml } from '../protocol/parse-xml.ts'
import { renderXml } from '../protocol/render-xml.ts'
import { S3Error } from '../protocol/s3-error.ts'
import { type Operation, readHeader, xmlReply } from '../server/operation-context.ts'
import { receiveText } from '../server/receive-body.ts'
import { checkKey } from '../server/request-target.ts'
import { checkWriteConditions } from './conditions.ts'

/** Deleting what is not there succeeds, except under If-Match. */
export const deleteObject: Operation = (context) => {
  const { storage, bucket, key } = context
  const current = storage.getBucket(bucket).objects.get(key)
  checkWriteConditions(context, current)
  if (current) storage.commit({ type: 'deleteObjects', bucket, keys: [key] })
  return { status: 204 }
}

export const deleteObjects: Operation = async (context) => {
  const { storage, bucket } = context
  const digests = ['content-md5', 'x-amz-trailer', ...CHECKSUM_ALGORITHMS.map(checksumHeader)]
  if (digests.every((name) => readHeader(context, name) === undefined)) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: Content-MD5 or a checksum')
  }
  const root = parseXml(await receiveText(context))
  const entries = root.children.filter(({ name }) => name === 'Object')
  const keys = entries.map((entry) => childText(entry, 'Key'))
  if (root.name !== 'Delete' || keys.length === 0 || keys.length > 1000 || keys.some((key) => !key)) {
    throw new S3Error('MalformedXML', 'Delete takes from 1 to 1000 Object elements with a Key each.')
  }
  const named = keys.filter((key) => key !== null).map(checkKey)
  const { objects } = storage.getBucket(bucket)
  const present = [...new Set(named)].filter((key) => objects.has(key))
  if (present.length > 0) storage.commit({ type: 'deleteObjects', bucket, keys: present })
  const deleted = childText(root, 'Quiet') === 'true' ? [] : named
  return xmlReply(renderXml(['DeleteResult', deleted.map((key) => ['Deleted', [['Key', key]]] as const)]))
}
