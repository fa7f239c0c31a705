import { describe, expect, it } from 'vitest'
import { explainForgery } from './procedure.ts'

const ours = ['https://frostline.example.com', 'http://localhost:3000']
const json = { 'content-type': 'application/json' }

describe('explainForgery', () => {
  it.each([
    [{ ...json, origin: 'https://frostline.example.com' }],
    [{ 'content-type': 'application/json; charset=utf-8', origin: 'http://localhost:3000' }],
    [{ ...json, 'sec-fetch-site': 'same-origin' }],
    [json],
  ])('accepts %j', (headers) => {
    expect(explainForgery(new Headers(headers), ours)).toBeUndefined()
  })

  it.each([
    [{}],
    [{ origin: 'https://frostline.example.com' }],
    [{ 'content-type': 'text/plain', origin: 'https://frostline.example.com' }],
    [{ 'content-type': 'multipart/form-data', 'sec-fetch-site': 'same-origin' }],
    [{ 'content-type': 'text/plain;application/json' }],
    [{ ...json, origin: 'https://evil.example' }],
    [{ ...json, origin: 'null' }],
    [{ ...json, origin: 'https://frostline.example.com.evil.example' }],
    [{ ...json, origin: 'http://localhost:3001' }],
    [{ ...json, 'sec-fetch-site': 'cross-site' }],
    [{ ...json, 'sec-fetch-site': 'same-site' }],
  ])('rejects %j', (headers) => {
    expect(explainForgery(new Headers(headers), ours)).toBeDefined()
  })
})
