const withBody = new Set(['POST', 'PUT', 'PATCH'])

/**
 * A change without input (`POST …/start`) needs no body, but the adapter rejects an empty one or one without a content
 * type. An absent body becomes an empty object.
 */
export async function fillEmptyBody(request: Request): Promise<Request> {
  if (!withBody.has(request.method)) return request
  const body = await request.clone().arrayBuffer()
  if (body.byteLength > 0) return request
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  return new Request(request.url, { method: request.method, headers, signal: request.signal, body: '{}' })
}
