import { authenticateToken, ServiceError } from '@frostline/services'
import { addressHeader } from './front/address-header.ts'
import { renderMetrics } from './metrics/render-metrics.ts'
import type { WebServer } from './web-server.ts'

/**
 * For Prometheus, with an API token of any role. An address alone (loopback) would prove nothing behind a proxy on the
 * same machine, and names of clusters and nodes are confidential.
 */
export async function answerMetricsRequest(server: WebServer, request: Request): Promise<Response> {
  const { services, metrics } = server
  const token = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  const address = request.headers.get(addressHeader()) || null
  try {
    const actor = await authenticateToken(services.db, token, services.now(), address)
    const text = await renderMetrics({ ...services, actor }, metrics)
    return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } })
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'unauthenticated') throw error
    return new Response(`${error.message} ${error.hint ?? ''}\n`, {
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
}
