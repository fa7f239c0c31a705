import type { TestApi } from '../open-test-api.ts'
import { origin } from '../open-test-api.ts'
import type { Target } from './fuzz.ts'
import type { Facts } from './usual-input.ts'

/** The API without a web server: what Next.js would reject before it does not reach it either. */
export async function openApiTarget(doors: TestApi, facts: (path: string) => Facts): Promise<Target> {
  const headers = new Map<string, Record<string, string>>()
  for (const role of ['viewer', 'operator', 'admin'] as const) {
    headers.set(`trpc ${role}`, { cookie: await doors.signIn(role), origin })
    headers.set(`rest ${role}`, { authorization: `Bearer ${await doors.makeToken(role)}` })
  }
  return {
    async send({ method, path, headers: own, body }, timeoutMs) {
      const stop = new AbortController()
      const init = body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }
      let request: Request
      try {
        request = new Request(`${origin}${path}`, { method, headers: own, ...init, signal: stop.signal })
      } catch (error) {
        return { status: 400, text: `No request can be made of it: ${String(error)}` }
      }
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`No answer in ${timeoutMs} ms.`)), timeoutMs)
      })
      try {
        return await Promise.race([read(await Promise.race([doors.answer(request), late]), stop), late])
      } finally {
        clearTimeout(timer)
      }
    },
    headersOf: (door, role) => headers.get(`${door} ${role}`) ?? (door === 'trpc' ? { origin } : {}),
    factsFor: facts,
    async requireAlive() {
      await doors.services.db.$queryRaw`SELECT 1`
    },
    async tidyUp() {
      // Without a worker no queued run starts.
    },
  }
}

/** A stream of changes never ends by itself. */
async function read(response: Response, stop: AbortController): Promise<{ status: number; text: string }> {
  const { status } = response
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return { status, text: await response.text() }
  await response.body?.cancel()
  stop.abort()
  return { status, text: 'a stream' }
}
