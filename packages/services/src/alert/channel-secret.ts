import type { SecretPlace } from '@frostline/db'

export function channelSecretPlace(channelId: string): SecretPlace {
  return { purpose: 'alert channel secret', rowId: channelId }
}
