import { checkTags } from '../operations/attributes.ts'
import * as buckets from '../operations/buckets.ts'
import { completeMultipartUpload } from '../operations/complete-multipart-upload.ts'
import { checkWriteConditions } from '../operations/conditions.ts'
import { copyObject } from '../operations/copy-object.ts'
import { getObject } from '../operations/get-object.ts'
import { getObjectAttributes } from '../operations/get-object-attributes.ts'
import { listObjectsV1, listObjectsV2 } from '../operations/list-objects.ts'
import { listMultipartUploads, listParts } from '../operations/list-uploads.ts'
import * as multipart from '../operations/multipart-upload.ts'
import { putObject } from '../operations/put-object.ts'
import { restoreObject } from '../operations/restore-object.ts'
import { CHECKSUM_ALGORITHMS, checksumHeader } from '../protocol/checksums.ts'
import { childText, parseXml } from '../protocol/parse-xml.ts'
import { renderXml } from '../protocol/render-xml.ts'
import { S3Error } from '../protocol/s3-error.ts'
import type { Tag } from '../storage/records.ts'
import { type Operation, type OperationContext, readHeader, xmlReply } from './operation-context.ts'
import { receiveText } from './receive-body.ts'
import { checkKey, type RequestTarget } from './request-target.ts'

const getObjectTagging: Operation = ({ storage, bucket, key }) => {
  const { tags } = storage.getObject(bucket, key)
  return xmlReply(
    renderXml([
      'Tagging',
      [
        [
          'TagSet',
          tags.map(
            ([name, value]) =>
              [
                'Tag',
                [
                  ['Key', name],
                  ['Value', value],
                ],
              ] as const,
          ),
        ],
      ],
    ]),
  )
}

const putObjectTagging: Operation = async (context) => {
  const root = parseXml(await receiveText(context))
  const tagSet = root.children.find(({ name }) => name === 'TagSet')
  if (root.name !== 'Tagging' || !tagSet)
    throw new S3Error('MalformedXML', 'Tagging takes one TagSet element.')
  const tags = tagSet.children.map((tag): Tag => [childText(tag, 'Key') ?? '', childText(tag, 'Value') ?? ''])
  replaceTags(context, checkTags(tags))
  return { status: 200 }
}

const deleteObjectTagging: Operation = (context) => {
  replaceTags(context, [])
  return { status: 204 }
}

// Tags are separate from the object's content: neither its ETag nor its modification time changes.
function replaceTags({ storage, bucket, key }: OperationContext, tags: readonly Tag[]): void {
  const object = storage.getObject(bucket, key)
  storage.commit({ type: 'putObject', bucket, object: { ...object, tags } })
}

/** Deleting a missing object succeeds, except under If-Match. */
const deleteObject: Operation = (context) => {
  const { storage, bucket, key } = context
  const current = storage.getBucket(bucket).objects.get(key)
  checkWriteConditions(context, current)
  if (current) storage.commit({ type: 'deleteObjects', bucket, keys: [key] })
  return { status: 204 }
}

const deleteObjects: Operation = async (context) => {
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

/** Operations by the names of the S3 API; fault rules and counters use them. */
export const OPERATIONS = {
  ListBuckets: buckets.listBuckets,
  CreateBucket: buckets.createBucket,
  HeadBucket: buckets.headBucket,
  DeleteBucket: buckets.deleteBucket,
  GetBucketLocation: buckets.getBucketLocation,
  GetBucketVersioning: buckets.getBucketVersioning,
  GetBucketLifecycleConfiguration: buckets.getBucketLifecycle,
  GetBucketPolicy: buckets.getBucketPolicy,
  ListObjects: listObjectsV1,
  ListObjectsV2: listObjectsV2,
  ListMultipartUploads: listMultipartUploads,
  DeleteObjects: deleteObjects,
  GetObject: getObject,
  GetObjectAttributes: getObjectAttributes,
  HeadObject: getObject,
  PutObject: putObject,
  CopyObject: copyObject,
  DeleteObject: deleteObject,
  GetObjectTagging: getObjectTagging,
  PutObjectTagging: putObjectTagging,
  DeleteObjectTagging: deleteObjectTagging,
  RestoreObject: restoreObject,
  CreateMultipartUpload: multipart.createMultipartUpload,
  UploadPart: multipart.uploadPart,
  UploadPartCopy: multipart.uploadPartCopy,
  CompleteMultipartUpload: completeMultipartUpload,
  AbortMultipartUpload: multipart.abortMultipartUpload,
  ListParts: listParts,
} satisfies Record<string, Operation>

export type OperationName = keyof typeof OPERATIONS

/** Query parameters that name a sub-resource: a request with an unsupported one must not act on the whole object. */
const SUBRESOURCES =
  /^(?:accelerate|acl|analytics|attributes|cors|encryption|intelligent-tiering|inventory|legal-hold|lifecycle|location|logging|metrics|notification|object-lock|ownershipControls|policy|policyStatus|publicAccessBlock|replication|requestPayment|restore|retention|select|session|tagging|torrent|uploads|versioning|versions|website|delete|append|rename)$/

type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'

const BUCKET_SUBRESOURCES: Readonly<Record<string, OperationName>> = {
  'GET location': 'GetBucketLocation',
  'GET versioning': 'GetBucketVersioning',
  'GET lifecycle': 'GetBucketLifecycleConfiguration',
  'GET policy': 'GetBucketPolicy',
  'GET uploads': 'ListMultipartUploads',
  'POST delete': 'DeleteObjects',
}

const OBJECT_SUBRESOURCES: Readonly<Record<string, OperationName>> = {
  'GET attributes': 'GetObjectAttributes',
  'GET tagging': 'GetObjectTagging',
  'PUT tagging': 'PutObjectTagging',
  'DELETE tagging': 'DeleteObjectTagging',
  'POST uploads': 'CreateMultipartUpload',
  'POST restore': 'RestoreObject',
}

/** @throws NotImplemented, MethodNotAllowed */
export function identifyOperation(
  method: string,
  target: RequestTarget,
  hasCopySource: boolean,
): OperationName {
  const query = new Map(target.query)
  const subresource = [...query.keys()].find((name) => SUBRESOURCES.test(name))
  const versionId = query.get('versionId')
  if (versionId !== undefined && versionId !== 'null') throw notImplemented('object versions')
  const name =
    target.bucket === ''
      ? identifyService(method)
      : subresource !== undefined
        ? (target.key === '' ? BUCKET_SUBRESOURCES : OBJECT_SUBRESOURCES)[`${method} ${subresource}`]
        : target.key === ''
          ? identifyBucket(method, query)
          : identifyObject(method, query, hasCopySource)
  if (name !== undefined) return name
  if (subresource !== undefined) throw notImplemented(`the sub-resource ${subresource}`)
  throw new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.')
}

function identifyService(method: string): OperationName | undefined {
  return method === 'GET' ? 'ListBuckets' : undefined
}

function identifyBucket(method: string, query: ReadonlyMap<string, string>): OperationName | undefined {
  switch (method as Method) {
    case 'GET':
      return query.get('list-type') === '2' ? 'ListObjectsV2' : 'ListObjects'
    case 'HEAD':
      return 'HeadBucket'
    case 'PUT':
      return 'CreateBucket'
    case 'DELETE':
      return 'DeleteBucket'
    default:
      return undefined
  }
}

function identifyObject(
  method: string,
  query: ReadonlyMap<string, string>,
  hasCopySource: boolean,
): OperationName | undefined {
  const ofUpload = query.has('uploadId')
  switch (method as Method) {
    case 'GET':
      return ofUpload ? 'ListParts' : 'GetObject'
    case 'HEAD':
      return 'HeadObject'
    case 'PUT':
      if (ofUpload || query.has('partNumber')) return hasCopySource ? 'UploadPartCopy' : 'UploadPart'
      return hasCopySource ? 'CopyObject' : 'PutObject'
    case 'POST':
      return ofUpload ? 'CompleteMultipartUpload' : undefined
    case 'DELETE':
      return ofUpload ? 'AbortMultipartUpload' : 'DeleteObject'
    default:
      return undefined
  }
}

function notImplemented(what: string): S3Error {
  return new S3Error('NotImplemented', `This store has no support for ${what}.`)
}
