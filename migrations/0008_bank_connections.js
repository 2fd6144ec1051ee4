/** bank_connections */
export async function up(_knex) {}
