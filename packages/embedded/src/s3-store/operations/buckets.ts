import { childText, parseXml } from '../protocol/parse-xml.ts'
import { renderXml } from '../protocol/render-xml.ts'
import { S3Error } from '../protocol/s3-error.ts'
import { type Operation, xmlReply } from '../server/operation-context.ts'
import { receiveText } from '../server/receive-body.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'

const NAME = /^(?=.{3,63}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])$/
const IP_ADDRESS = /^\d+\.\d+\.\d+\.\d+$/

/** Creates a bucket unless it exists. @throws InvalidBucketName */
export function ensureBucket(storage: ObjectStorage, bucket: string): 'created' | 'existed' {
  if (!NAME.test(bucket) || bucket.includes('..') || IP_ADDRESS.test(bucket)) {
    throw new S3Error('InvalidBucketName', 'The specified bucket is not valid.', {
      fields: { BucketName: bucket },
    })
  }
  if (storage.index.buckets.has(bucket)) return 'existed'
  storage.commit({ type: 'createBucket', bucket, createdMs: Date.now() })
  return 'created'
}

export const createBucket: Operation = async (context) => {
  const body = await receiveText(context)
  if (body !== '') {
    const constraint = childText(parseXml(body), 'LocationConstraint')
    if (constraint && constraint !== context.region) {
      throw new S3Error('InvalidRequest', `This store holds buckets of the region ${context.region} only.`)
    }
  }
  if (ensureBucket(context.storage, context.bucket) === 'existed') {
    throw new S3Error(
      'BucketAlreadyOwnedByYou',
      'Your previous request to create the named bucket succeeded and you already own it.',
      { fields: { BucketName: context.bucket } },
    )
  }
  return { status: 200, headers: { location: `/${context.bucket}` } }
}

export const headBucket: Operation = ({ storage, bucket, region }) => {
  storage.getBucket(bucket)
  return { status: 200, headers: { 'x-amz-bucket-region': region } }
}

export const deleteBucket: Operation = ({ storage, bucket }) => {
  if (storage.getBucket(bucket).objects.size > 0) {
    throw new S3Error('BucketNotEmpty', 'The bucket you tried to delete is not empty', {
      fields: { BucketName: bucket },
    })
  }
  storage.commit({ type: 'deleteBucket', bucket })
  return { status: 204 }
}

export const listBuckets: Operation = ({ storage }) => {
  const buckets = [...storage.index.buckets.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  return xmlReply(
    renderXml([
      'ListAllMyBucketsResult',
      [
        ['Owner', OWNER],
        [
          'Buckets',
          buckets.map(({ name, createdMs }) => [
            'Bucket',
            [
              ['Name', name],
              ['CreationDate', new Date(createdMs).toISOString()],
            ],
          ]),
        ],
      ],
    ]),
  )
}

export const getBucketLocation: Operation = ({ storage, bucket, region }) => {
  storage.getBucket(bucket)
  // us-east-1 is returned as an empty constraint.
  return xmlReply(renderXml(['LocationConstraint', region === 'us-east-1' ? '' : region]))
}

export const getBucketVersioning: Operation = ({ storage, bucket }) => {
  storage.getBucket(bucket)
  return xmlReply(renderXml(['VersioningConfiguration', '']))
}

export const getBucketLifecycle: Operation = ({ storage, bucket }) => {
  storage.getBucket(bucket)
  throw new S3Error('NoSuchLifecycleConfiguration', 'The lifecycle configuration does not exist')
}

export const getBucketPolicy: Operation = ({ storage, bucket }) => {
  storage.getBucket(bucket)
  throw new S3Error('NoSuchBucketPolicy', 'The bucket policy does not exist')
}

/** The only owner in this store. */
export const OWNER = [
  ['ID', 'frostline'],
  ['DisplayName', 'frostline'],
] as const
