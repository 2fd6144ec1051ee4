// What every table may rely on: trigram search, and text without case or accents.

export async function up(trx) {
  await trx.raw('create extension if not exists pg_trgm');
  // Made of immutable built-ins only, so that it can be indexed and gives the same text on every server and locale.
  await trx.raw(`
    create function fold_text(value text) returns text
      language sql immutable strict parallel safe
      return lower(replace(replace(replace(replace(translate(value,
        'ÀÁÂÃÄÅàáâãäåÇçÈÉÊËèéêëÌÍÎÏìíîïÑñÒÓÔÕÖØòóôõöøÙÚÛÜùúûüÝŸýÿŠšŽž',
        'aaaaaaaaaaaacceeeeeeeeiiiiiiiinnoooooooooooouuuuuuuuyyyysszz'),
        'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'))`);
}
