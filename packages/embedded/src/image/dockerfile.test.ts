import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listContext } from './follow-dockerfile.ts'
import { parseDockerfile } from './parse-dockerfile.ts'

test('a Dockerfile is read with arguments, flags and continued lines', () => {
  const text = `# syntax
ARG IMAGE=node:1
FROM \${IMAGE} AS build
RUN --mount=type=cache a \\
 # between
 && b
FROM build AS web
COPY --from=build /a ./
`
  expect(parseDockerfile(text)).toEqual([
    {
      name: 'build',
      from: 'node:1',
      instructions: [{ name: 'RUN', text: 'a && b', flags: new Map([['mount', 'type=cache']]) }],
    },
    {
      name: 'web',
      from: 'build',
      instructions: [{ name: 'COPY', text: '/a ./', flags: new Map([['from', 'build']]) }],
    },
  ])
  expect(() => parseDockerfile('RUN a')).toThrow('not understood')
  expect(() => parseDockerfile('FROM node')).toThrow('not understood')
})

test('the last matching pattern decides what is in the context', () => {
  const folder = mkdtempSync(join(tmpdir(), 'frostline-context-'))
  try {
    for (const file of [
      'a.json',
      'b.json',
      'src/x.ts',
      'src/x.test.ts',
      'src/deep/dist/y.js',
      'docker/a.mjs',
      'docker/b.sh',
    ]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), '')
    }
    const ignore = '**\n!a.json\n!src\n!docker/*.mjs\n\n# comment\n**/dist\n**/*.test.ts\n'
    expect(listContext(folder, ignore)).toEqual(['a.json', 'docker/a.mjs', 'src/x.ts'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
