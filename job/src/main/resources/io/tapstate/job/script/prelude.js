// Runs before the script, so that it holds the built-in functions as they were.
(function () {
  'use strict';
  const { getPrototypeOf, defineProperty, freeze } = Object;
  const { isArray } = Array;
  const plain = Object.prototype;
  const toNumber = Number;
  const toText = String;
  const toBigInt = BigInt;
  const DateOfMillis = Date;

  // A value that JavaScript cannot hold exactly. It reads as its text, and as a number where one is asked for.
  class Exact {
    #source;
    constructor(source) {
      this.#source = source;
      freeze(this);
    }
    toString() {
      return this.#source();
    }
    toJSON() {
      return this.#source();
    }
    [Symbol.toPrimitive](hint) {
      const text = this.#source();
      return hint === 'number' ? toNumber(text) : text;
    }
    static source(value) {
      return #source in value ? value.#source : null;
    }
  }
  const { source } = Exact;
  delete Exact.prototype.constructor;
  freeze(Exact.prototype);

  return {
    undefined: undefined,
    null: null,
    object: () => ({}),
    array: () => [],
    define: (object, name, value) => {
      defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
    },
    exact: (text) => new Exact(text),
    date: (millis) => new DateOfMillis(millis),
    integer: (digits) => toBigInt(digits),
    source,
    record: (op, ts, src, before, after) => ({ op, ts, src, before, after, schema: null }),
    context: (emit, log) => ({
      emit: (record) => {
        emit(record);
      },
      log: (...parts) => {
        let line = '';
        for (let i = 0; i < parts.length; i++) {
          line += (i === 0 ? '' : ' ') + toText(parts[i]);
        }
        log(line);
      },
    }),
    call: (process, filter, record, ctx) =>
      filter !== null && !filter(record) ? null : process(record, ctx),
    kind: (value) => {
      if (isArray(value)) {
        return 'array';
      }
      if (source(value) !== null) {
        return 'exact';
      }
      const prototype = getPrototypeOf(value);
      return prototype === plain || prototype === null ? 'object' : 'other';
    },
  };
})();
