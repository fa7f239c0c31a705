import { describe, expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import { channelForm, draftOfChannel } from './channel-draft.ts'

describe('the form of a channel', () => {
  it('asks for what its type needs, and for nothing else', () => {
    const faultsOf = (type: Parameters<typeof draftOfChannel>[0]) =>
      Object.keys(readForm(channelForm, draftOfChannel(type, null)).faults)
    expect(faultsOf('slack')).toEqual(['name', 'secret'])
    expect(faultsOf('pagerduty')).toEqual(['name', 'secret'])
    expect(faultsOf('webhook')).toEqual(['name', 'url', 'secret'])
    expect(faultsOf('email')).toEqual(['name', 'host', 'from', 'to'])
  })

  it('sends only the settings of its type', () => {
    const draft = {
      ...draftOfChannel('opsgenie', null),
      name: ' on call ',
      secret: ' key ',
      url: 'typed before',
    }
    expect(readForm(channelForm, draft).value).toEqual({
      ...{ name: 'on call', enabled: true },
      settings: { type: 'opsgenie', baseUrl: 'https://api.opsgenie.com', secret: 'key' },
    })
  })

  it('keeps the stored secret when it is left empty', () => {
    const channel = {
      ...{ id: 'c', name: 'ops', type: 'slack' as const, enabled: false, hasSecret: true, target: 'hooks' },
      ...{ settings: { type: 'slack' as const, host: 'hooks' }, failure: null, createdBy: 'ann' },
      ...{ createdAt: new Date(), deliveries: [] },
    }
    expect(readForm(channelForm, draftOfChannel('slack', channel)).value).toEqual({
      ...{ name: 'ops', enabled: false },
      settings: { type: 'slack', secret: '' },
    })
  })
})
