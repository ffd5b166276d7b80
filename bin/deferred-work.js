// Packages do some things at every start that few processes need. In the bundle of the server they do them on first use.
/** Texts of a package and what takes their place, each with its reason. @type {Record<string, readonly [string, string][]>} */
const EDITS = {
  // The router compiles a function for every node of its trees. Most of them are never matched.
  'find-my-way/lib/node.js': [
    [
      'function compilePrefixMatch (prefix) {',
      `function compilePrefixMatch () {
  return function compileAndMatch (path, i) {
    this.matchPrefix = compileMatch(this.prefix)
    return this.matchPrefix(path, i)
  }
}

function compileMatch (prefix) {`,
    ],
  ],
  // It compiles a function for the parameters of every route. Most routes have the same.
  'find-my-way/lib/handler-storage.js': [
    [
      '_compileCreateParamsObject (params) {',
      `_compileCreateParamsObject (params) {
    const key = params.join('/')
    if (!createParamsObject.has(key)) createParamsObject.set(key, this._compile(params))
    return createParamsObject.get(key)
  }

  _compile (params) {`,
    ],
    ['class HandlerStorage {', 'const createParamsObject = new Map()\n\nclass HandlerStorage {'],
    [
      'this._compileGetHandlerMatchingConstraints(constrainer, constraints)',
      `this._getHandlerMatchingConstraints = derivedConstraints => {
        this._compileGetHandlerMatchingConstraints(constrainer)
        return this._getHandlerMatchingConstraints(derivedConstraints)
      }`,
    ],
  ],
  // It is asked about plugins that name the version they are for.
  'fastify/lib/plugin-utils.js': [
    ["const semver = require('semver')\n", ''],
    ['semver.gt(this.version, semver.coerce(', "require('semver').gt(this.version, require('semver').coerce("],
    ['semver.satisfies(', "require('semver').satisfies("],
  ],
  // These protocols end at the proxy.
  'fastify/lib/server.js': [
    ["const https = require('node:https')\nconst http2 = require('node:http2')\n", ''],
    ['https.createServer(', "require('node:https').createServer("],
    ['http2.createSecureServer(', "require('node:http2').createSecureServer("],
    ['http2.createServer(', "require('node:http2').createServer("],
  ],
}

/** Fails the build where a package no longer has such a text. */
export function deferWork() {
  return {
    name: 'defer-work',
    /** @param {string} code @param {string} id */
    transform(code, id) {
      const [, path = ''] = id.split('/node_modules/')
      return EDITS[path]?.reduce((text, [from, to]) => {
        if (text.split(from).length !== 2) throw new Error(`${path} has other than one: ${from}`)
        return text.replace(from, () => to)
      }, code)
    },
  }
}
