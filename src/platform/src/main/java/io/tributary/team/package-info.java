/**
 * Tenancy: organisations, teams, environments, their keys and switches. Owns organisation, team,
 * team_environment, api_key, management_key and access_token; serves "team.command".
 */
package io.tributary.team;
