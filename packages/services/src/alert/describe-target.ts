import type { ChannelConfig } from './deliver/read-channel-config.ts'

export function describeTarget(channel: ChannelConfig): string {
  return channel.type === 'webhook'
    ? channel.config.url
    : `${channel.config.to.join(', ')} via ${channel.config.host}:${channel.config.port}`
}
