import { ServiceError } from '../base/service-error.ts'
import { isUniqueViolation } from '../base/unique-violation.ts'
import { explainTarget, loopbackExempt } from '../net/explain-address.ts'
import type { ChannelConfig } from './deliver/read-channel-config.ts'

/** @throws ServiceError `invalid` for an address that alerts are never sent to. */
export function refuseTarget(channel: ChannelConfig): void {
  const fault = channel.type === 'webhook' ? explainTarget(channel.config.url, loopbackExempt) : null
  if (fault) throw new ServiceError('invalid', fault, { hint: 'Enter another address.' })
}

/** What a write that failed means: another channel has the name, or the error as it is. */
export function nameTaken(error: unknown, name: string): unknown {
  if (!isUniqueViolation(error)) return error
  return new ServiceError('conflict', `A channel named ${name} already exists.`, {
    hint: 'Choose another name, or remove the old one first.',
  })
}
