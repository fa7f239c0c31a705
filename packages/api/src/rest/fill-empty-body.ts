const withBody = new Set(['POST', 'PUT', 'PATCH'])

/**
 * A change whose address says it all (`POST …/start`) needs no body, but the adapter refuses one that is empty or has
 * no content type. An absent body is an empty object.
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
