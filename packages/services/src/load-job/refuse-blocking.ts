import type { LoadCheck } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'

/** @throws ServiceError `invalid` naming the checks that keep a load from starting. */
export function refuseBlocking(checks: readonly LoadCheck[]): void {
  const blocking = checks.filter(({ outcome }) => outcome === 'blocking')
  if (blocking.length === 0) return
  throw new ServiceError('invalid', blocking.map(({ text }) => text).join(' '), {
    hint: blocking.map(({ hint }) => hint).join(' '),
  })
}
