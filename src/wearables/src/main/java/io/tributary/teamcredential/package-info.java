/**
 * Team-specific provider credentials: a team's own OAuth applications and the scopes that it
 * requires.
 *
 * <p>Owns the tables provider_app and scope_requirement. Serves the address credential.command.
 *
 * <p>Secrets are encrypted with the team's key. The ID of an application is derived from team,
 * environment and provider, so its webhook URL is known before the application is created.
 *
 * <p>Start with {@link io.tributary.teamcredential.CredentialWriter}.
 */
package io.tributary.teamcredential;
