/** The aggregate base: spread its shape into the schema of an aggregate. */
import * as z from 'zod';
import type { AggregateBase } from '../../services/banking/aggregate.ts';
import { flag, int, maybe, moment, text, uuid } from '../operation/outputs.ts';
import { computed, from, headed } from '../operation/wire.ts';

const DomainEvent = z
  .object({
    CorrelationId: uuid(),
    CausalityId: uuid(),
    UserId: maybe(int()),
    UserEmail: maybe(text()),
    UserName: maybe(text()),
    Id: uuid('Id'),
    CreatedAt: moment('Créé le'),
    Type: text('Type'),
    EnterpriseId: from('folderId', int('Dossier')),
    AggregateId: text(),
    AggregateName: text(),
  })
  .meta({ id: 'DomainEvent' });

const DomainError = z
  .object({
    IsCritical: flag(),
    Name: text('Nom'),
    ErrorMessage: from('message', text()),
    Parameters: text(),
    Domain: text(),
  })
  .meta({ id: 'DomainError' });

/** `z.object({ ...AGGREGATE, own fields })`. IsValid is false as soon as one error is critical. */
export const AGGREGATE = {
  Id: int('Id'),
  DomainEvents: from('events', headed(z.array(DomainEvent), 'Événements')),
  DomainErrors: from('errors', headed(z.array(DomainError), 'Erreurs')),
  IsValid: computed(flag('Valide'), ({ errors }: AggregateBase) => !errors.some(({ isCritical }) => isCritical)),
  HasDomainEvents: computed(flag('Avec événements'), ({ events }: AggregateBase) => events.length > 0),
  CreatedAt: moment('Créé le'),
  UpdatedAt: moment('Modifié le'),
  UpdatedByUserId: maybe(int('Modifié par')),
};

export const Aggregate = z.object(AGGREGATE);
