// Puts the site together: names each file after its content, packs it with brotli and gzip, and writes `site.json`, which
// tells the server the names. Input: a folder with touchstone.js and touchstone_bg.wasm, the style, and public/.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const [from, to, quality = '11'] = process.argv.slice(2)
const styles = readdirSync('style').filter((name) => name.endsWith('.css')).sort()
const css = Buffer.concat(styles.map((name) => readFileSync(`style/${name}`)))

rmSync(to, { recursive: true, force: true })
mkdirSync(to, { recursive: true })
cpSync('public', to, { recursive: true })

const put = (stem, ending, content) => {
  const name = `${stem}.${createHash('sha256').update(content).digest('hex').slice(0, 16)}.${ending}`
  writeFileSync(`${to}/${name}`, content)
  const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: Number(quality) } })
  writeFileSync(`${to}/${name}.br`, brotli)
  writeFileSync(`${to}/${name}.gz`, gzipSync(content))
  console.log(`${name}: ${content.length} bytes, ${brotli.length} with brotli`)
  return [name, brotli.length]
}
const [wasm, wasmSize] = put('touchstone', 'wasm', readFileSync(`${from}/touchstone_bg.wasm`))
const [js, jsSize] = put('touchstone', 'js', readFileSync(`${from}/touchstone.js`))
const [style] = put('touchstone', 'css', css)
writeFileSync(`${to}/site.json`, JSON.stringify({ css: style, js, wasm, brotli_bytes: wasmSize + jsSize }, null, 2))
console.log(`script and program: ${((wasmSize + jsSize) / 1000).toFixed(0)} kB with brotli`)
