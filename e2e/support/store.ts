import { connectS3StoreControl, type S3StoreControl } from '@frostline/embedded'
import { createObjectStore, type ObjectStore } from '@frostline/object-store'
import { readEndpoints } from './run.ts'

/** The control endpoint of the S3 store: delays and faults. */
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

/** Where the cold disks of the demo cluster keep their objects. */
export const coldBucket = 'frostline-cold'

/** A bucket of the store, with a key that may write to it. */
export function openBucket(bucket = demoBucket) {
  const { objectStore } = readEndpoints()
  if (!objectStore) throw new Error('endpoints.json lists no S3 store of ours.')
  const { endpoint, region, accessKeyId, secretAccessKey } = objectStore
  async function reach<Answer>(act: (store: ObjectStore) => Promise<Answer>): Promise<Answer> {
    const store = createObjectStore({ endpoint, region, accessKeyId, secretAccessKey })
    try {
      return await act(store)
    } finally {
      store.close()
    }
  }
  async function change(key: string, act: (store: ObjectStore) => Promise<{ kind: string }>): Promise<void> {
    const { kind } = await reach(act)
    if (kind !== 'ok') throw new Error(`${key} was not changed: ${kind}`)
  }
  return {
    put: (key: string, text: string) => change(key, (store) => store.put(bucket, key, text)),
    remove: (key: string) => change(key, (store) => store.delete(bucket, key)),
    has: (key: string) => reach(async (store) => (await store.head(bucket, key)).kind === 'ok'),
    list: (prefix: string) =>
      reach(async (store) => {
        const keys: string[] = []
        for await (const { objects } of store.list(bucket, { prefix }))
          keys.push(...objects.map(({ key }) => key))
        return keys
      }),
  }
}
