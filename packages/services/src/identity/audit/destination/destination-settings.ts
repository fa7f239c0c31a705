import { isIP } from 'node:net'
import type { AuditDestination, AuditDestinationType, SecretPlace } from '@frostline/db'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { explainAddress, loopbackExempt } from '../../../platform/net/explain-address.ts'
import { explainSecureTarget } from '../../../platform/net/explain-secure-target.ts'
import { type DestinationSettings, type DestinationSettingsInput, destinationSettings } from './schema.ts'

export function readDestinationSettings(
  row: Pick<AuditDestination, 'type' | 'config' | 'sourceId'>,
): DestinationSettings {
  const source = row.sourceId === null ? {} : { sourceId: row.sourceId }
  return destinationSettings.parse({ ...(row.config as object), ...source, type: row.type })
}

/** The columns of what is not secret. */
export function storeDestinationSettings(input: DestinationSettingsInput): {
  type: AuditDestinationType
  config: object
  sourceId: string | null
} {
  if (input.type === 'bucket') {
    const { type, sourceId, ...config } = input
    return { type, config, sourceId }
  }
  if (input.type === 'webhook') return { type: input.type, config: { url: input.url }, sourceId: null }
  const { type, ...config } = input
  return { type, config, sourceId: null }
}

export function destinationSecretPlace(destinationId: string): SecretPlace {
  return { purpose: 'audit destination secret', rowId: destinationId }
}

/** @throws ServiceError `invalid` for a forbidden address. */
export function refuseDestinationTarget(settings: DestinationSettingsInput): void {
  const fault = explainDestinationTarget(settings)
  if (fault) throw new ServiceError('invalid', fault, { hint: 'Enter another address.' })
}

function explainDestinationTarget(settings: DestinationSettingsInput): string | null {
  if (settings.type === 'webhook') return explainSecureTarget(settings.url, loopbackExempt)
  if (settings.type === 'syslog' && isIP(settings.host) !== 0)
    return explainAddress(settings.host, loopbackExempt)
  return null
}

/** @throws ServiceError `invalid` */
export function refuseShortSecret(secret: string): void {
  if (secret.length < 16)
    throw new ServiceError('invalid', 'The signing secret has fewer than 16 characters.', {
      hint: 'Enter a longer one.',
    })
}

/** For people: where entries go. */
export function describeDestination(settings: DestinationSettings | DestinationSettingsInput): string {
  switch (settings.type) {
    case 'syslog':
      return `${settings.host}:${settings.port} (${settings.transport.toUpperCase()})`
    case 'webhook':
      return settings.url
    case 'bucket':
      return `${settings.bucket}/${settings.prefix}`
  }
}
