// The facts of an asset are read whole, by the hundred thousand, and searched by their columns: as the text that was written
// they cost the server nothing to give back (0.4 s for 100,000). What happened to an asset is left out when nothing did; what
// assets share comes last, which lets the same text be read once for all that have it.

const SHARED = ['acquisitionMethod', 'nature', 'isAmortizable', 'account', 'taxRegime', 'method', 'economic', 'fiscal'];

export async function up(trx) {
  await trx.raw(`
    create function facts_in_order(facts jsonb) returns json language sql immutable as $$
      select ('{' || string_agg(to_json(key) || ':' || value, ',' order by rank nulls first, key) || '}')::json
        from jsonb_each(facts) left join unnest(array['${SHARED.join("','")}']) with ordinality as shared (key, rank) using (key)
        where value <> '[]'
    $$;
    alter table asset alter column facts type json using facts_in_order(facts);
    drop function facts_in_order(jsonb);
  `);
}
