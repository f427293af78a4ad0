package io.tributary.simulator.kit;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What a token endpoint gives out; the vendor's rules shape it.
 *
 * @param first whether it came for a code or a password, not for a refresh token
 */
public record Issued(
    SimPerson person,
    String accessToken,
    Optional<String> refreshToken,
    Duration life,
    Set<String> scopes,
    boolean first) {}
