import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectS3StoreControl } from './control-client.ts'
import { openTestStore, readFailure, type TestStore } from './testing/test-store.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
})
afterEach(() => store.handle.clearFaults())
afterAll(() => store.close())

function put(Key: string, client = store.client) {
  return client.send(new PutObjectCommand({ Bucket: 'bucket', Key, Body: 'body' }))
}
async function get(Key: string, client = store.client): Promise<string> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'bucket', Key }))
  return (await Body?.transformToString()) ?? ''
}

describe('an injected fault', () => {
  it('returns its status and code, for the operation and keys it names', async () => {
    await put('cold/a')
    await store.handle.inject({ operation: 'GetObject', keyPrefix: 'cold/', status: 503 })
    expect(await readFailure(get('cold/a'))).toEqual({ code: 'SlowDown', status: 503 })
    await put('hot/a')
    expect(await get('hot/a')).toBe('body')
    await store.handle.clearFaults()
    expect(await get('cold/a')).toBe('body')
    await store.handle.inject({ operation: '*', status: 500, code: 'InternalError' })
    expect(await readFailure(put('cold/b'))).toEqual({ code: 'InternalError', status: 500 })
    await store.handle.clearFaults()
    expect(await readFailure(get('cold/b'))).toMatchObject({ code: 'NoSuchKey' })
  })

  it('ends after its number of times, so that a client that retries succeeds', async () => {
    await store.handle.inject({ operation: 'PutObject', status: 503, times: 2 })
    await put('retried', store.connect({ maxAttempts: 4 }))
    expect(await get('retried')).toBe('body')
  })

  it('cuts the connection before, or after the operation is committed', async () => {
    await store.handle.inject({ operation: 'PutObject', dropConnection: true, times: 1 })
    await expect(put('dropped/before')).rejects.toThrow()
    expect(await readFailure(get('dropped/before'))).toMatchObject({ code: 'NoSuchKey' })
    await store.handle.inject({ operation: 'PutObject', dropConnection: true, phase: 'after', times: 1 })
    await expect(put('dropped/after')).rejects.toThrow()
    expect(await get('dropped/after')).toBe('body')
  })

  it('delays', async () => {
    await put('slow')
    await store.handle.inject({ operation: 'GetObject', latencyMs: 300, times: 1 })
    const started = performance.now()
    expect(await get('slow')).toBe('body')
    expect(performance.now() - started).toBeGreaterThanOrEqual(295)
  })

  it('shifts the clock that signatures are checked with', async () => {
    await put('early')
    await store.handle.inject({ operation: 'GetObject', clockAheadMs: 1_200_000, times: 1 })
    // It signs by the store's clock afterwards.
    const client = store.connect()
    expect(await readFailure(get('early', client))).toMatchObject({ code: 'RequestTimeTooSkewed' })
    expect(await get('early')).toBe('body')
  })
})

describe('counters', () => {
  it('count requests, errors and bytes by operation', async () => {
    await store.handle.resetCounters()
    await put('counted')
    await get('counted')
    await readFailure(get('absent'))
    const { PutObject, GetObject } = await store.handle.counters()
    expect(PutObject).toEqual({ requests: 1, errors: 0, bytesIn: 4, bytesOut: 0 })
    expect(GetObject).toMatchObject({ requests: 2, errors: 1, bytesIn: 0 })
    expect(GetObject?.bytesOut).toBeGreaterThan(4)
  })
})

describe('the control endpoint', () => {
  it('requires its token, and rejects rules it does not understand', async () => {
    const { endpoint, controlToken } = store.handle
    await expect(connectS3StoreControl(endpoint, 'wrong').counters()).rejects.toThrow('bearer token')
    const control = connectS3StoreControl(endpoint, controlToken)
    await expect(control.inject({ operation: '*', status: 42 })).rejects.toThrow('status')
    const ready = await fetch(`${endpoint}/-/control/ready`)
    expect(await ready.json()).toEqual({ ready: true })
  })
})
