/** reconciliation */
export async function up(_knex) {}
