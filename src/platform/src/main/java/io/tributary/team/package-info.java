/**
 * Tenancy: organizations, teams, their environments, keys and feature flags.
 *
 * <p>Owns the tables organisation, team, team_environment, api_key, management_key and
 * access_token. Serves the address team.command.
 *
 * <p>Keys are stored as hashes and authenticated through a cache of at most two seconds. Deleting a
 * team only detaches it; a maintenance job erases its data.
 *
 * <p>Start with {@link io.tributary.team.ApiKeyAuthenticator} and {@link
 * io.tributary.team.TeamCommands}.
 */
package io.tributary.team;
