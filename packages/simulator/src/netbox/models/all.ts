import type { Model } from '../model.ts';
import { addressModels } from './addresses.ts';
import { cableModels } from './cables.ts';
import { catalogueModels } from './catalogue.ts';
import { componentModels } from './components.ts';
import { coreModels } from './core.ts';
import { deviceModels } from './devices.ts';
import { organisationModels } from './organisation.ts';
import { rackModels } from './racks.ts';
import { virtualizationModels } from './virtualization.ts';

/** Every object type of the double, by `app.model`. */
export const models: ReadonlyMap<string, Model> = new Map(
  [
    ...organisationModels,
    ...rackModels,
    ...catalogueModels,
    ...deviceModels,
    ...componentModels,
    ...cableModels,
    ...addressModels,
    ...virtualizationModels,
    ...coreModels,
  ].map((model) => [model.type, model]),
);
