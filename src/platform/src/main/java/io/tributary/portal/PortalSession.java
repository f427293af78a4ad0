package io.tributary.portal;

import io.tributary.core.Tenant;
import java.time.Instant;
import java.util.UUID;

/**
 * Somebody who opened a link.
 *
 * @param teamName for people
 * @param readOnly whether nothing may be changed and no secret be shown
 */
record PortalSession(
    UUID organisation, Tenant tenant, String teamName, boolean readOnly, Instant expiresAt) {}
