import { retryAfter, toServiceError } from '@frostline/services'
import { obtainWebServer, type WebServer } from './web-server.ts'

/**
 * Wraps every route handler: finds the server, measures, and turns any fault into a plain 500 or, where the process
 * cannot start or the database is down, 503.
 */
export async function answerSafely(
  door: string,
  answer: (server: WebServer) => Promise<Response>,
): Promise<Response> {
  let server: WebServer
  try {
    server = await obtainWebServer()
  } catch (error) {
    console.error(error instanceof Error ? error.message : 'The web process cannot start.')
    return refuse(503, 'The console is not configured. Check the log of the web process.')
  }
  const startedAt = performance.now()
  const response = await answer(server).catch((error: unknown) => {
    const known = toServiceError(error)
    if (known?.code === 'unreachable') return refuse(503, `${known.message} ${known.hint ?? ''}`.trim())
    server.log.error({ error, door }, 'A request failed with an unexpected error')
    return refuse(500, 'Internal error. Check the log of the web process.')
  })
  server.metrics.recordRequest(door, response.status, performance.now() - startedAt)
  return response
}

function refuse(status: number, message: string): Response {
  const headers = { 'cache-control': 'no-store', ...(status === 503 ? retryAfter : {}) }
  return Response.json({ message }, { status, headers })
}
