/**
 * Tenancy: organisations, teams, environments, their keys and switches. Owns organisation, team,
 * team_environment, api_key, management_key, access_token; message TeamChanged on "changed".
 */
package io.tributary.team;
