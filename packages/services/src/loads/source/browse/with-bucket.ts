import type { ServiceContext } from '../../../platform/base/context.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { type OpenSource, openSource } from '../open-source.ts'

/** Opens a source for one action on one of its own buckets, and closes it. @throws ServiceError `not_found` */
export async function withBucket<Value>(
  ctx: ServiceContext,
  at: { id: string; bucket: string },
  act: (source: OpenSource) => Promise<Value>,
): Promise<Value> {
  const source = await openSource(ctx, at.id)
  try {
    if (!source.buckets.includes(at.bucket))
      throw new ServiceError('not_found', `The source ${source.name} has no bucket ${at.bucket}.`, {
        hint: 'Choose one of its buckets, or ask an admin to add this one.',
      })
    return await act(source)
  } finally {
    source.close()
  }
}
