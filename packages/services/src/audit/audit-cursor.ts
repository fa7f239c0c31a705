import { ServiceError } from '../base/service-error.ts'

/** The last entry of a page. */
export interface AuditCursor {
  at: Date
  id: string
}

export function formatAuditCursor({ at, id }: AuditCursor): string {
  return `${at.getTime()}.${id}`
}

/** @throws ServiceError `invalid` */
export function parseAuditCursor(text: string): AuditCursor {
  const [, time, id] = /^(\d{1,15})\.(.+)$/s.exec(text) ?? []
  if (time === undefined || id === undefined) {
    throw new ServiceError('invalid', 'The cursor is not valid.', {
      hint: 'Start from the first page.',
    })
  }
  return { at: new Date(Number(time)), id }
}
