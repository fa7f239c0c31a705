import { ServiceError } from './service-error.ts'

/** The last row of a page ordered by time, then by id. */
export interface TimeCursor {
  at: Date
  id: string
}

export function formatTimeCursor({ at, id }: TimeCursor): string {
  return `${at.getTime()}.${id}`
}

/** @throws ServiceError `invalid` */
export function parseTimeCursor(text: string): TimeCursor {
  const [, time, id] = /^(\d{1,15})\.(.+)$/s.exec(text) ?? []
  if (time === undefined || id === undefined) {
    throw new ServiceError('invalid', 'The cursor is not valid.', {
      hint: 'Start from the first page.',
    })
  }
  return { at: new Date(Number(time)), id }
}
