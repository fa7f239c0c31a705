import { connection } from 'next/server'

/** The process answers. A restart mends what makes this fail, and nothing else. */
export async function GET(): Promise<Response> {
  await connection()
  return Response.json({ live: true }, { headers: { 'cache-control': 'no-store' } })
}
