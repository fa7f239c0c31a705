import { channelSpec } from '@frostline/domain'
import { channelSecretPlace, readChannelSettings } from '../../alert/channel-settings.ts'
import { createChannel, removeChannel } from '../../alert/channels.ts'
import { updateChannel } from '../../alert/update-channel.ts'
import type { LedgerAdapter } from '../state-adapter.ts'
import { toSpec } from '../to-spec.ts'

function toInput(name: string, given: unknown, secret: string) {
  const { enabled, ...settings } = channelSpec.parse(given)
  return { name, enabled, settings: { ...settings, secret } }
}

export const channelAdapter: LedgerAdapter = {
  async read({ db, clusters }) {
    const rows = await db.alertChannel.findMany()
    return rows.map((row) => {
      const { id, name, enabled, sealedSecret } = row
      const settings = readChannelSettings(row)
      // The host is part of the address, which is the secret.
      const { type } = settings
      const shown = type === 'slack' || type === 'teams' ? { type } : settings
      return {
        ...{ kind: 'channels' as const, cluster: null, name, id, spec: toSpec({ ...shown, enabled }) },
        ...(sealedSecret
          ? { secrets: { secret: () => clusters.secrets.open(channelSecretPlace(id), sealedSecret) } }
          : {}),
      }
    })
  },
  async create(ctx, { name, spec }, { secret }) {
    const input = toInput(name, spec, secret)
    const { id } = await createChannel(ctx, input)
    if (!input.enabled) await updateChannel(ctx, { id, ...toInput(name, spec, '') })
  },
  update: (ctx, { id }, { name, spec }, { secret }) =>
    updateChannel(ctx, { id, ...toInput(name, spec, secret) }),
  remove: (ctx, { id }) => removeChannel(ctx, { id }),
}
