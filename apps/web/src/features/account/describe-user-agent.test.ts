import { describe, expect, it } from 'vitest'
import { describeUserAgent } from './describe-user-agent.ts'

describe('describeUserAgent', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
      'Chrome 153 on Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0',
      'Edge 153 on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari 19 on iOS',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.1; rv:146.0) Gecko/20100101 Firefox/146.0',
      'Firefox 146 on macOS',
    ],
    ['curl/8.5.0', 'curl'],
    ['', 'Unknown browser'],
    [null, 'Unknown browser'],
  ])('names %s', (userAgent, described) => {
    expect(describeUserAgent(userAgent)).toBe(described)
  })
})
