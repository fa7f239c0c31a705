import { ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3'
import { classifyStoreFailure, type StoreFailure } from './failure.ts'

/** A multipart upload that was neither completed nor aborted: its parts take space and belong to no object. */
interface OpenUpload {
  key: string
  uploadId: string
  begunAt: Date
}

export interface UploadPageOptions {
  prefix?: string | undefined
  /** From the previous page. */
  after?: { key: string; uploadId: string } | undefined
  signal?: AbortSignal | undefined
}

export type UploadPageOutcome =
  | { kind: 'ok'; uploads: OpenUpload[]; next: { key: string; uploadId: string } | null }
  | StoreFailure

/** One page of at most 1,000. */
export async function listUploadPage(
  client: S3Client,
  bucket: string,
  { prefix, after, signal }: UploadPageOptions,
): Promise<UploadPageOutcome> {
  const command = new ListMultipartUploadsCommand({
    Bucket: bucket,
    Prefix: prefix,
    KeyMarker: after?.key,
    UploadIdMarker: after?.uploadId,
  })
  try {
    const page = await client.send(command, signal === undefined ? {} : { abortSignal: signal })
    const { IsTruncated, NextKeyMarker: key, NextUploadIdMarker: uploadId } = page
    return {
      kind: 'ok',
      uploads: (page.Uploads ?? []).flatMap(({ Key, UploadId, Initiated }) =>
        Key === undefined || UploadId === undefined
          ? []
          : [{ key: Key, uploadId: UploadId, begunAt: Initiated ?? new Date(0) }],
      ),
      next: IsTruncated && key !== undefined && uploadId !== undefined ? { key, uploadId } : null,
    }
  } catch (thrown) {
    return classifyStoreFailure(thrown)
  }
}
