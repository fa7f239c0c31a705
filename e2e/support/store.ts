import { connectS3StoreControl, type S3StoreControl } from '@frostline/embedded'
import { createObjectStore } from '@frostline/object-store'
import { readEndpoints } from './run.ts'

/** The control door of the S3 store: delays and faults. */
export function connectStore(): S3StoreControl {
  const { objectStore } = readEndpoints()
  if (!objectStore?.controlToken) throw new Error('endpoints.json lists no S3 store of ours.')
  return connectS3StoreControl(objectStore.endpoint, objectStore.controlToken)
}

/** Each upload of a file takes this much longer while the action runs. */
export async function withSlowUploads<T>(latencyMs: number, action: () => Promise<T>): Promise<T> {
  const store = connectStore()
  await store.inject({ operation: 'PutObject', latencyMs })
  try {
    return await action()
  } finally {
    await store.clearFaults()
  }
}

/** Where the demo source reads from. */
const demoBucket = 'frostline-demo'

/** The bucket of the demo source, with a key that may write to it. */
export function openBucket(): { put(key: string, text: string): Promise<void> } {
  const { objectStore } = readEndpoints()
  if (!objectStore) throw new Error('endpoints.json lists no S3 store of ours.')
  const { endpoint, region, accessKeyId, secretAccessKey } = objectStore
  return {
    async put(key, text) {
      const store = createObjectStore({ endpoint, region, accessKeyId, secretAccessKey })
      const outcome = await store.put(demoBucket, key, text)
      store.close()
      if (outcome.kind !== 'ok') throw new Error(`${key} was not stored: ${outcome.message}`)
    },
  }
}
