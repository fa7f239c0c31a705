import type { ChecksumAlgorithm } from '../protocol/checksums.ts'
import type { OperationContext } from '../server/operation-context.ts'
import { type ReceivedBody, receiveBody } from '../server/receive-body.ts'
import type { Segment } from '../storage/records.ts'

export interface StoredBody extends ReceivedBody {
  readonly segments: readonly Segment[]
}

/**
 * Stores the body in a blob and, once it is verified, lets `commit` refer to it (in the same turn, so nothing comes
 * between its checks and the journal). If anything throws, the blob is deleted.
 */
export async function storeBody<Result>(
  context: OperationContext,
  commit: (body: StoredBody) => Result,
  fallback: ChecksumAlgorithm | null = null,
): Promise<Result> {
  const writer = context.storage.blobs.createWriter()
  try {
    const received = await receiveBody(context, (piece) => writer.write(piece), { fallback })
    const segments = await writer.finish()
    return commit({ ...received, segments })
  } catch (error) {
    await writer.abort()
    throw error
  }
}
