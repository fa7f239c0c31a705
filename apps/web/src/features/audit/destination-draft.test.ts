import { expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import { destinationForm, draftOfDestination } from './destination-draft.ts'

it('needs what its type needs, and leaves the other fields out', () => {
  const syslog = { ...draftOfDestination('syslog', null), name: 'siem' }
  expect(readForm(destinationForm, syslog).faults).toEqual({ host: 'Enter a server.' })
  expect(readForm(destinationForm, { ...syslog, host: 'siem.example.com' }).value).toEqual({
    ...{ name: 'siem', startAt: 'beginning' },
    settings: { type: 'syslog', host: 'siem.example.com', port: 6514, transport: 'tls', ca: '' },
  })
  const webhook = { ...draftOfDestination('webhook', null), name: 'siem', url: 'https://siem.example.com' }
  expect(readForm(destinationForm, webhook).faults).toEqual({
    secret: 'Enter a secret of at least 16 characters.',
  })
  const bucket = { ...draftOfDestination('bucket', null), name: 'archive' }
  expect(readForm(destinationForm, bucket).faults).toEqual({
    ...{ sourceId: 'Choose a source.', bucket: 'Enter a bucket.' },
  })
})

it('keeps the secret of a webhook when none is entered', () => {
  const draft = {
    ...draftOfDestination('webhook', null),
    isNew: false,
    name: 'siem',
    url: 'https://a.example',
  }
  expect(readForm(destinationForm, draft).value).toMatchObject({ settings: { secret: '' } })
})
