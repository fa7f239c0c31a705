import { connection } from 'next/server'
import { answerMetricsRequest } from '../../../server/answer-metrics-request.ts'
import { answerSafely } from '../../../server/answer-safely.ts'

export async function GET(request: Request): Promise<Response> {
  await connection()
  return answerSafely('metrics', (server) => answerMetricsRequest(server, request))
}
