import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolveNodeFolders } from './node-folders.ts'

const nodes = [
  { node: 'a', shard: 1, replica: 1 },
  { node: 'b', shard: 2, replica: 1 },
]
const resolve = (folder: string, folderByNode: Record<string, string> = {}) =>
  resolveNodeFolders({ folder, folderByNode }, nodes)

test('a template gives each node its folder, and a path of its own takes precedence', () => {
  expect(resolve('/etc/ch/{node}/config.d/', { b: '/mnt/b' })).toEqual([
    { node: 'a', folder: '/etc/ch/a/config.d', fault: null },
    { node: 'b', folder: '/mnt/b', fault: null },
  ])
  expect(resolve('/etc/{shard}-{replica}').map(({ folder }) => folder)).toEqual(['/etc/1-1', '/etc/2-1'])
})

test.each([
  ['', /no folder/],
  ['etc/{node}', /not an absolute path/],
  ['/', /root of the file system/],
  ['/etc/../{node}', /"\.\."/],
  ['/etc/./{node}', /"\."/],
  ['/etc//{node}', /empty part/],
  ['/etc/{host}', /\{host\} is not a placeholder/],
  ['/etc/\n{node}', /control character/],
  ['/etc/config.d', /has the same folder/],
])('%j is refused', (folder, reason) => {
  for (const { fault } of resolve(folder)) expect(fault).toMatch(reason)
})

test('folders that differ only in trailing slashes are the same', () => {
  expect(resolve('', { a: '/x', b: '/x//' })[0]?.fault).toMatch(/b has the same folder/)
})

test('no two valid nodes share a folder, whatever is configured', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('/', 'a', '.', '{node}', '{shard}', '{replica}') }),
      fc.option(fc.string({ unit: fc.constantFrom('/', 'a', 'b') }), { nil: undefined }),
      (folder, own) => {
        const good = resolve(folder, own === undefined ? {} : { a: own }).filter(
          ({ fault }) => fault === null,
        )
        expect(new Set(good.map((each) => each.folder)).size).toBe(good.length)
        for (const each of good) expect(each.folder).toMatch(/^\/.*[^/]$/)
      },
    ),
  )
})
