import { type Readiness, readReadiness } from '@frostline/services'
import { answerSafely } from './answer-safely.ts'

/** The findings, with 200 or, when they fail this probe, 503. */
export function answerHealthRequest(isEnough: (readiness: Readiness) => boolean): Promise<Response> {
  return answerSafely('health', async ({ services }) => {
    const readiness = await readReadiness(services.db, services.now())
    const ready = isEnough(readiness)
    return Response.json(
      { live: true, ready, ...readiness },
      { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } },
    )
  })
}
