import { describe, expect, it } from 'vitest'
import { renderContentSecurityPolicy } from './content-security-policy.ts'

describe('renderContentSecurityPolicy', () => {
  const policy = renderContentSecurityPolicy('bm9uY2U=', false)

  it('lets only scripts with the nonce run', () => {
    expect(policy).toContain("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic';")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).not.toContain('unsafe-eval')
  })
  it('blocks frames, plug-ins, foreign forms and style elements', () => {
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).toContain("style-src-elem 'self' 'nonce-bm9uY2U='")
  })
  it('relaxes only what the development server needs', () => {
    const development = renderContentSecurityPolicy('bm9uY2U=', true)
    expect(development).toContain("'unsafe-eval'")
    expect(development).toContain("style-src-elem 'self' 'unsafe-inline'")
    expect(development).not.toMatch(/script-src[^;]*unsafe-inline/)
  })
})
