/**
 * Self-service webhook page for a team's own staff: links, sessions, static files and API calls.
 *
 * <p>A link is created with a management or API key and opens one session. {@link PortalApiRoutes}
 * exposes the webhook calls of the management API to that session. Owns tables portal_link and
 * portal_session. Start with {@link PortalRoutes}.
 */
package io.tributary.portal;
