import { GetObjectTaggingCommand, PutObjectTaggingCommand, type S3Client } from '@aws-sdk/client-s3'

export type ObjectTags = ReadonlyMap<string, string>

/** S3's limit per object. */
export const maxTags = 10

export async function readTags(client: S3Client, bucket: string, key: string): Promise<ObjectTags> {
  const { TagSet = [] } = await client.send(new GetObjectTaggingCommand({ Bucket: bucket, Key: key }))
  return new Map(TagSet.map(({ Key = '', Value = '' }) => [Key, Value]))
}

/** Replaces all of them. Neither ETag nor time of the object changes. */
export async function writeTags(
  client: S3Client,
  bucket: string,
  key: string,
  tags: ObjectTags,
): Promise<void> {
  const TagSet = [...tags].map(([Key, Value]) => ({ Key, Value }))
  await client.send(new PutObjectTaggingCommand({ Bucket: bucket, Key: key, Tagging: { TagSet } }))
}
