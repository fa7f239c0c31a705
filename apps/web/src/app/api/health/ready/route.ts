import { connection } from 'next/server'
import { answerHealthRequest } from '../../../../server/answer-health-request.ts'

/** 200 when requests can be served: the database responds. Without a worker the console can still read. */
export async function GET(): Promise<Response> {
  await connection()
  return answerHealthRequest((readiness) => readiness.database.ok)
}
