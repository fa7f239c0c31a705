import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3'
import { type S3StoreHandle, type StartS3StoreOptions, startS3Store } from '../start.ts'

export const ACCESS_KEY_ID = 'test-key'
export const SECRET_ACCESS_KEY = 'test-secret/with+signs='

export interface TestStore {
  readonly handle: S3StoreHandle
  readonly dataDir: string
  readonly client: S3Client
  /** Another client of the same store. */
  connect(config?: S3ClientConfig): S3Client
  close(): Promise<void>
}

/**
 * A store in a separate process and folder, with the bucket `bucket`. Clients do not retry by default. `prepare` may
 * fill the folder.
 */
export async function openTestStore(
  options: Partial<StartS3StoreOptions> = {},
  prepare: (dataDir: string) => void = () => {},
): Promise<TestStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 's3-store-test-'))
  const discard = (): void => rmSync(dataDir, { recursive: true, force: true })
  prepare(dataDir)
  const handle = await startS3Store({
    dataDir,
    accessKeyId: ACCESS_KEY_ID,
    secretAccessKey: SECRET_ACCESS_KEY,
    buckets: ['bucket'],
    logFile: join(dataDir, 'store.log'),
    ...options,
  }).catch((error: unknown) => {
    discard()
    throw error
  })
  const clients: S3Client[] = []
  const connect = (config: S3ClientConfig = {}): S3Client => {
    const client = new S3Client({
      endpoint: handle.endpoint,
      region: handle.region,
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { accessKeyId: ACCESS_KEY_ID, secretAccessKey: SECRET_ACCESS_KEY },
      ...config,
    })
    clients.push(client)
    return client
  }
  const close = async (): Promise<void> => {
    for (const client of clients) client.destroy()
    await handle.stop()
    discard()
  }
  return { handle, dataDir, client: connect(), connect, close }
}

/** Code and status of the S3 error that a call ends with. */
export async function readFailure(
  call: Promise<unknown>,
): Promise<{ code: string; status: number | undefined }> {
  try {
    await call
  } catch (error) {
    if (error instanceof S3ServiceException) {
      return { code: error.name, status: error.$metadata.httpStatusCode }
    }
    throw error
  }
  throw new Error('The call succeeded.')
}
