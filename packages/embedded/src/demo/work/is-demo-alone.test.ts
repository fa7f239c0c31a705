import { expect, test } from 'vitest'
import { isDemoAlone } from './is-demo-alone.ts'

const urls = ['http://127.0.0.1:1', 'http://127.0.0.1:2']
const demo = { slug: 'demo', nodes: urls.map((url) => ({ url })) }
const own = { slug: 'prod', nodes: [{ url: 'https://ch.example.com:8443' }] }

test('the nodes of the demo are the only cluster, in any order', () => {
  expect(isDemoAlone([demo], urls)).toBe(true)
  expect(isDemoAlone([demo], urls.toReversed())).toBe(true)
})

test('a cluster of one’s own ends the demo work, beside the demo or instead of it', () => {
  expect(isDemoAlone([demo, own], urls)).toBe(false)
  expect(isDemoAlone([own], urls)).toBe(false)
  expect(isDemoAlone([], urls)).toBe(false)
})

test('a cluster with the name of the demo and other nodes is not the demo', () => {
  expect(isDemoAlone([{ ...own, slug: 'demo' }], urls)).toBe(false)
  expect(isDemoAlone([{ ...demo, nodes: [...demo.nodes, ...own.nodes] }], urls)).toBe(false)
})
