import { describe, expect, it } from 'vitest';
import { demangle } from './itanium.ts';

describe('Itanium demangling', () => {
  it.each([
    ['_Z3fooi', 'foo'],
    ['_ZN1a1b3fooEv', 'a::b::foo'],
    ['_ZN12_GLOBAL__N_13fooEv', 'foo'],
    ['_ZNK1a3fooEv', 'a::foo'],
    ['_ZN1a3fooILi4EfEEvT0_', 'a::foo<4, float>'],
    ['_ZN1a3fooILin4ELb1EEEvv', 'a::foo<-4, true>'],
    ['_ZN1a3fooINS_3BarIDF16bEEEEvv', 'a::foo<Bar<bfloat16>>'],
    ['_ZN1a3fooIJLi1ELi2EEEEvv', 'a::foo<1, 2>'],
    ['_ZN1a3fooIXadL_Z4siluIfEffEEEEvv', 'a::foo<silu<float>>'],
    ['_ZN3BarIiE3fooEv', 'Bar<int>::foo'],
  ])('%s is %s', (mangled, name) => {
    expect(demangle(mangled)).toBe(name);
  });

  it.each(['foo', '_Z', '_ZN', '_ZN1a', '_Z9foo', '_ZN1aI', `_Z1f${'I'.repeat(1000)}`])(
    '%s is not understood',
    (text) => {
      expect(demangle(text)).toBeNull();
    },
  );
});
