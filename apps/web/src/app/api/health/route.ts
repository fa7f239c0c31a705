import { connection } from 'next/server'
import { answerHealthRequest } from '../../../server/answer-health-request.ts'

/** 200 when everything works: the database responds and a worker is alive. */
export async function GET(): Promise<Response> {
  await connection()
  return answerHealthRequest(({ database, worker }) => database.ok && worker.state === 'alive')
}
