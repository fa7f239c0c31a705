import { answerAuditExport } from '@frostline/api'
import { answerSafely } from '../../../../server/answer-safely.ts'
import { createApiContext } from '../../../../server/api-context.ts'

export function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  return answerSafely('audit-export', (server) =>
    answerAuditExport(createApiContext(server, request, 'trpc'), searchParams),
  )
}
