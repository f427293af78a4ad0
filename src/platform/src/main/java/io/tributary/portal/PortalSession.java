package io.tributary.portal;

import io.tributary.core.Tenant;
import java.time.Instant;
import java.util.UUID;

/**
 * Session that was opened by a portal link.
 *
 * @param teamName display name of the team
 * @param readOnly whether the session may neither change anything nor see secrets
 */
record PortalSession(
    UUID organisation, Tenant tenant, String teamName, boolean readOnly, Instant expiresAt) {}
