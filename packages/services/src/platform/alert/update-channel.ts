import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { ServiceError } from '../base/service-error.ts'
import { type ChannelSettings, type UpdateChannelInput, updateChannelInput } from './channel-schema.ts'
import {
  channelSecretPlace,
  describeTarget,
  readChannelSettings,
  refuseSecret,
  refuseTarget,
  secretReceiver,
  settingsOf,
  storeChannelSettings,
} from './channel-settings.ts'
import { changeChannel, nameTaken } from './channels.ts'

/**
 * Pending deliveries go to the new address, with the new secret.
 * @throws ServiceError `invalid` for a forbidden address, and when the stored secret would be sent to another server,
 * `conflict` for a name that is taken, `not_found` when there is no such channel of this type.
 */
export async function updateChannel(ctx: ServiceContext, given: UpdateChannelInput): Promise<{ id: string }> {
  const { id, name, enabled, settings: input } = parseInput(updateChannelInput, given)
  const { secret } = input
  try {
    await changeChannel(ctx, id, 'alert-channel.update', async (tx) => {
      const row = await tx.alertChannel.findUniqueOrThrow({ where: { id } })
      if (row.type !== input.type)
        throw new ServiceError('not_found', `Channel ${row.name} is not a ${input.type} channel.`, {
          hint: 'Refresh the list.',
        })
      const before = readChannelSettings(row)
      if (secret !== '') refuseSecret(input.type, secret)
      const settings = settingsOf(input, before)
      refuseTarget(settings)
      // Without a user no password is sent to the server.
      const dropsSecret = settings.type === 'email' && settings.username === ''
      if (secret === '' && row.sealedSecret !== null && !dropsSecret) refuseOtherServer(before, settings)
      const sealedSecret =
        secret === '' ? undefined : ctx.clusters.secrets.seal(channelSecretPlace(id), secret)
      await tx.alertChannel.update({
        where: { id },
        data: {
          ...storeChannelSettings(settings),
          ...{ name, enabled },
          ...(dropsSecret ? { sealedSecret: null } : sealedSecret ? { sealedSecret } : {}),
        },
      })
      return {
        type: settings.type,
        ...(row.name === name ? {} : { name }),
        enabled,
        target: describeTarget(settings, true),
        targetBefore: describeTarget(before, true),
        secret: dropsSecret ? 'none' : secret === '' ? 'kept' : 'replaced',
      }
    })
    return { id }
  } catch (error) {
    throw nameTaken(error, name)
  }
}

/** Changing the address must not reveal the secret, which no view shows, by sending it to another server. */
function refuseOtherServer(before: ChannelSettings, after: ChannelSettings): void {
  const [known, other] = [secretReceiver(before), secretReceiver(after)]
  if (known === other) return
  throw new ServiceError('invalid', `The stored secret belongs to ${known}. It is not sent to ${other}.`, {
    hint: 'Enter the secret for the new server.',
  })
}
