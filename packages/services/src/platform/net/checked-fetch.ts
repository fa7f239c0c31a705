import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { checkedLookup } from './checked-lookup.ts'
import { type AddressExemption, explainTarget } from './explain-address.ts'

export interface CheckedRequest {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: string | undefined
}

const timeoutMs = 10_000
const maxBytes = 1_048_576

/**
 * Sends a request to a server that an admin has entered. The connection uses the address that was checked. Redirects
 * are not followed, and a long or slow answer is cut off.
 * @throws Error with a readable message.
 */
export async function checkedFetch(
  url: string,
  { method = 'GET', headers = {}, body }: CheckedRequest,
  exempt: AddressExemption,
): Promise<Response> {
  const fault = explainTarget(url, exempt)
  if (fault) throw new Error(fault)
  const target = new URL(url)
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = send(
      target,
      {
        method,
        agent: false,
        lookup: checkedLookup(exempt),
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'user-agent': 'Frostline', ...headers, ...length },
      },
      (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.byteLength
          if (bytes > maxBytes) request.destroy(new Error(`The answer of ${target.host} is too long.`))
          else chunks.push(chunk)
        })
        response.on('error', reject)
        response.on('end', () => {
          const status = response.statusCode ?? 0
          if (status >= 300 && status < 400)
            return reject(new Error(`${target.host} redirects. Redirects are not followed.`))
          const type = response.headers['content-type'] ?? ''
          const empty = status === 204 || status === 205
          resolve(
            new Response(empty ? null : Buffer.concat(chunks), { status, headers: { 'content-type': type } }),
          )
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
