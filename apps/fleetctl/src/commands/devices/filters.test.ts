import { DeviceFilter } from '@fleet-manager/contract/api/devices';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../exit-code.ts';
import { Failure } from '../../failure.ts';
import { buildProgram } from '../../program.ts';
import { deviceQuery } from './filters.ts';

describe('the filters of `devices list`', () => {
  it('are those of the API', () => {
    const list = buildProgram('0')
      .commands.find((c) => c.name() === 'devices')
      ?.commands.find((c) => c.name() === 'list');
    const offered = new Set(list?.options.map((option) => option.attributeName()));
    for (const filter of Object.keys(DeviceFilter.shape)) expect(offered).toContain(filter === 'q' ? 'search' : filter);
  });

  it('become the query of the API', () => {
    expect(
      deviceQuery({ site: ['keflavik'], status: ['failed', 'unknown'], search: ' gpu ' }, '-statusSince'),
    ).toMatchObject({
      site: ['keflavik'],
      status: ['failed', 'unknown'],
      q: 'gpu',
      sort: '-statusSince',
    });
  });

  it.each([
    [() => deviceQuery({ status: ['heathy'] }), /--status: .*"failed"/],
    [() => deviceQuery({ condition: ['Enrolled:False'] }), /--condition: give Type=True/],
    [() => deviceQuery({}, 'age'), /--sort age: not a column/],
  ])('refuse a misspelt value with the right ones', (call, message) => {
    expect(call).toThrow(message);
    try {
      call();
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
      expect(error).toMatchObject({ exitCode: EXIT.usage });
    }
  });
});
