import { describe, expect, it } from 'vitest'
import { identifyOperation } from './identify-operation.ts'
import { parseTarget } from './request-target.ts'

const HOST = '127.0.0.1:9000'

describe('parseTarget', () => {
  it.each([
    ['/', '', ''],
    ['/b', 'b', ''],
    ['/b/', 'b', ''],
    ['/b/k', 'b', 'k'],
    ['/b//k', 'b', '/k'],
    ['/b/d//e/', 'b', 'd//e/'],
    ['/b/a/../c/./d', 'b', 'a/../c/./d'],
    ['/b/a%2Fb%25+%0A', 'b', 'a/b%+\n'],
    ['/b/%C3%A9?x=/y', 'b', 'é'],
  ])('reads %s', (url, bucket, key) => {
    expect(parseTarget(url, HOST)).toMatchObject({ bucket, key })
  })

  it('reads the bucket from the host', () => {
    expect(parseTarget('/a/b', 'demo.localhost:9000')).toMatchObject({
      bucket: 'demo',
      key: 'a/b',
      path: '/a/b',
    })
    expect(parseTarget('/a/b', 'my.demo.s3.localhost')).toMatchObject({ bucket: 'my.demo', key: 'a/b' })
    expect(parseTarget('/a/b', 's3.localhost')).toMatchObject({ bucket: 'a', key: 'b' })
    expect(parseTarget('/a/b', 'localhost:9000')).toMatchObject({ bucket: 'a', key: 'b' })
  })

  it('accepts 1024 bytes of key and no more', () => {
    expect(parseTarget(`/b/${'%C3%A9'.repeat(512)}`, HOST).key).toHaveLength(512)
    expect(() => parseTarget(`/b/${'%C3%A9'.repeat(512)}x`, HOST)).toThrow('1024')
  })
})

describe('identifyOperation', () => {
  it.each([
    ['GET', '/', 'ListBuckets'],
    ['PUT', '/b', 'CreateBucket'],
    ['GET', '/b?list-type=2', 'ListObjectsV2'],
    ['GET', '/b?prefix=x', 'ListObjects'],
    ['GET', '/b?uploads', 'ListMultipartUploads'],
    ['POST', '/b?delete', 'DeleteObjects'],
    ['GET', '/b/k', 'GetObject'],
    ['GET', '/b/k?partNumber=1', 'GetObject'],
    ['GET', '/b/k?uploadId=u', 'ListParts'],
    ['PUT', '/b/k?partNumber=1&uploadId=u', 'UploadPart'],
    ['POST', '/b/k?uploads', 'CreateMultipartUpload'],
    ['POST', '/b/k?uploadId=u', 'CompleteMultipartUpload'],
    ['DELETE', '/b/k?uploadId=u', 'AbortMultipartUpload'],
    ['DELETE', '/b/k', 'DeleteObject'],
    ['PUT', '/b/k?tagging', 'PutObjectTagging'],
  ])('%s %s is %s', (method, url, name) => {
    expect(identifyOperation(method, parseTarget(url, HOST), false)).toBe(name)
  })

  it('recognizes copies by their source', () => {
    expect(identifyOperation('PUT', parseTarget('/b/k', HOST), true)).toBe('CopyObject')
    expect(identifyOperation('PUT', parseTarget('/b/k?partNumber=1&uploadId=u', HOST), true)).toBe(
      'UploadPartCopy',
    )
  })

  it('never takes an unknown sub-resource for the object or bucket itself', () => {
    for (const [method, url] of [
      ['PUT', '/b/k?acl'],
      ['DELETE', '/b?lifecycle'],
      ['GET', '/b/k?retention'],
      ['DELETE', '/b/k?versionId=3'],
    ] as const) {
      expect(() => identifyOperation(method, parseTarget(url, HOST), false)).toThrow('no support')
    }
    expect(() => identifyOperation('PATCH', parseTarget('/b/k', HOST), false)).toThrow('not allowed')
  })
})
