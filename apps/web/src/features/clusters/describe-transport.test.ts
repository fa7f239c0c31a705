import { describe, expect, it } from 'vitest'
import { describeTransport } from './describe-transport.ts'

const node = (url: string) => ({ name: url, url, shard: 1, replica: 1 })
const http = node('http://a:8123')
const https = node('https://b:8443')

describe('describeTransport', () => {
  it.each([
    ['no TLS', [http], true],
    ['TLS in part', [http, https], true],
    ['TLS, not verified', [https], false],
    ['TLS', [https], true],
  ])('says %s', (label, nodes, tlsVerify) => {
    expect(describeTransport({ nodes, tlsVerify, tlsCaPem: null }).label).toBe(label)
  })
})
