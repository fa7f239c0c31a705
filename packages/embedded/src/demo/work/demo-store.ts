import { createHash } from 'node:crypto'
import {
  ALGORITHM,
  deriveSigningKey,
  renderCanonicalRequest,
  renderStringToSign,
  sign,
} from '../../s3-store/protocol/sigv4.ts'
import { encodeUri } from '../../s3-store/protocol/uri-encoding.ts'

/** Access to the embedded store. */
export interface DemoStoreAccess {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Writes the objects of the demo, like an application outside of the console. */
export interface DemoStore {
  put(bucket: string, key: string, text: string): Promise<void>
  remove(bucket: string, key: string): Promise<void>
}

/** @throws when the store does not answer with success. */
export function openDemoStore(access: DemoStoreAccess): DemoStore {
  async function send(method: 'PUT' | 'DELETE', bucket: string, key: string, text = ''): Promise<void> {
    const path = `/${bucket}/${key}`
    const response = await fetch(`${access.endpoint}${encodeUri(path, true)}`, {
      method,
      headers: signHeaders(access, method, path, text),
      ...(method === 'PUT' && { body: text }),
      signal: AbortSignal.timeout(30_000),
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(`${method} ${bucket}/${key}: ${response.status} ${answer}`)
  }
  return {
    put: (bucket, key, text) => send('PUT', bucket, key, text),
    remove: (bucket, key) => send('DELETE', bucket, key),
  }
}

function signHeaders(
  { endpoint, region, accessKeyId, secretAccessKey }: DemoStoreAccess,
  method: string,
  path: string,
  text: string,
): Record<string, string> {
  const timestamp = `${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const scope = { date: timestamp.slice(0, 8), region, service: 's3' }
  const payloadHash = createHash('sha256').update(text).digest('hex')
  const headers = { 'x-amz-content-sha256': payloadHash, 'x-amz-date': timestamp }
  const signed = { host: new URL(endpoint).host, ...headers }
  const signedHeaders = Object.keys(signed)
  const canonical = renderCanonicalRequest({
    ...{ method, path, query: [], signedHeaders, payloadHash },
    headers: new Map(Object.entries(signed).map(([name, value]) => [name, [value]])),
  })
  const signature = sign(
    deriveSigningKey(secretAccessKey, scope),
    renderStringToSign(timestamp, scope, canonical),
  )
  const credential = `${accessKeyId}/${scope.date}/${region}/s3/aws4_request`
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`,
  }
}
