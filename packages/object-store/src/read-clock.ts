import { HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3'
import { classifyStoreFailure, type StoreFailure } from './failure.ts'

export type ClockOutcome = { kind: 'ok'; now: Date } | StoreFailure

/** The store's clock, in seconds, from its response headers. Ages of objects are relative to it. */
export async function readClock(client: S3Client, bucket: string): Promise<ClockOutcome> {
  const command = new HeadBucketCommand({ Bucket: bucket })
  let date: string | undefined
  command.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args)
      date = (answer.response as { headers?: Record<string, string> }).headers?.date
      return answer
    },
    { step: 'deserialize', priority: 'low' },
  )
  try {
    await client.send(command)
  } catch (thrown) {
    return classifyStoreFailure(thrown)
  }
  const now = new Date(date ?? Number.NaN)
  if (Number.isNaN(now.getTime()))
    return { kind: 'refused', code: 'NoDate', status: 200, message: 'The store returned no Date header.' }
  return { kind: 'ok', now }
}
