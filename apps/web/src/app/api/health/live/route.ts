import { connection } from 'next/server'

/** 200 when the process responds. A restart fixes a failure. */
export async function GET(): Promise<Response> {
  await connection()
  return Response.json({ live: true }, { headers: { 'cache-control': 'no-store' } })
}
