/**
 * The request with its body read, or undefined when it is longer than allowed, whatever its headers say. No request
 * needs a large body, and an unbounded one would fill the memory.
 */
export async function limitBody(request: Request, maxBytes: number): Promise<Request | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return undefined
  if (!request.body) return request
  const chunks: Uint8Array[] = []
  let length = 0
  // Not cancelled: that would close the connection before the response is sent.
  for await (const chunk of request.body.values({ preventCancel: true })) {
    length += chunk.byteLength
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  const { method, headers, signal, url } = request
  return new Request(url, { method, headers, signal, body: Buffer.concat(chunks) })
}
