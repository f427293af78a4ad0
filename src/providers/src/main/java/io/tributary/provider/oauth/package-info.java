/**
 * OAuth 2.0 clients of the providers: authorization URLs, token requests, refreshes and revocation.
 *
 * <p>The differences between providers are the fields of {@link OAuthRules}. Tokens are stored and
 * refreshed by the connections that own them (ADR 0094). The package owns no tables, addresses or
 * events. Start with {@link OAuthClient}.
 */
package io.tributary.provider.oauth;
